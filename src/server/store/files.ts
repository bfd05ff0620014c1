/** Files of documents, in the database. */
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, Tx } from './database.ts'
import { Statement } from './statement.ts'

export interface FileInfo { id: string; name: string; media_type: string; size: number }
export interface NewFile { /** Drawn by the database when not given. */ id?: string; name: string; mediaType: string; sha256: string; content: Buffer }
export interface FileOwner { company: string; type: string; key: string }

/** Stands before the path of a field whose value a file is; what has no such mark is an attachment. */
export const OF_FIELD = 'field:'
/** Only attachments. */
export const IS_ATTACHMENT = `field not like '${OF_FIELD}%'`

/** Adds files to the record. Contents travel as base64: PGlite writes bytes digit by digit, two megabytes in 600 ms in which nobody else is served. */
export async function addFiles(tx: Tx, owner: FileOwner & { field: string; /** It is the value of a field, not an attachment. */ isOfField?: boolean }, files: NewFile[], by: string): Promise<void> {
  for (const file of files) {
    // The embedded database works in this thread and never leaves it by itself: between two files others are answered.
    await setImmediate()
    const s = new Statement()
    await s.run(
      tx,
      `insert into files (id, company, type, document_key, field, name, media_type, size, sha256, content, created_by, created_at)
       values (coalesce(${s.value(file.id ?? null, 'uuid')}, gen_random_uuid()), ${s.value(owner.company)}, ${s.value(owner.type)}, ${s.value(owner.key)}, ${s.value((owner.isOfField === true ? OF_FIELD : '') + owner.field)}, ${s.value(file.name)}, ${s.value(file.mediaType)},
         ${s.value(file.content.length)}, ${s.value(file.sha256)}, decode(${s.value(file.content.toString('base64'), 'text')}, 'base64'), ${s.value(by)}, clock_timestamp())`
    )
  }
}

/** The record's files without their contents, oldest first. */
export async function listFiles(db: Db, owner: FileOwner): Promise<FileInfo[]> {
  return db.selectFrom('files').select(['id', 'name', 'media_type', 'size'])
    .where('company', '=', owner.company).where('type', '=', owner.type).where('document_key', '=', owner.key).where(sql<boolean>`${sql.raw(IS_ATTACHMENT)}`).orderBy('created_at').execute()
}

/** One file with its content; undefined when the record has none with the id. */
export async function readFile(db: Db, owner: FileOwner, id: string): Promise<(FileInfo & { content: Buffer }) | undefined> {
  const s = new Statement()
  const rows = await s.run<FileInfo & { content: string }>(
    db,
    `select id, name, media_type, size, encode(content, 'base64') as content from files where company = ${s.value(owner.company)} and type = ${s.value(owner.type)}
       and document_key = ${s.value(owner.key)} and id::text = ${s.value(id)}`
  )
  return rows[0] && { ...rows[0], content: Buffer.from(rows[0].content, 'base64') }
}

/** Removes attachments of the record; answers the names of those removed. */
export function removeFiles(tx: Tx, owner: FileOwner, ids: string[]): Promise<string[]> {
  return remove(tx, owner, ids, IS_ATTACHMENT)
}

/** Removes files that were values of the record's fields. */
export async function removeFieldFiles(tx: Tx, owner: FileOwner, ids: string[]): Promise<void> {
  await remove(tx, owner, ids, `not ${IS_ATTACHMENT}`)
}

async function remove(tx: Tx, owner: FileOwner, ids: string[], which: string): Promise<string[]> {
  if (ids.length === 0) return []
  const s = new Statement()
  const rows = await s.run<{ name: string }>(
    tx,
    `delete from files where company = ${s.value(owner.company)} and type = ${s.value(owner.type)} and document_key = ${s.value(owner.key)}
       and id::text = any(${s.value(ids, 'text[]')}) and ${which} returning name`
  )
  return rows.map((row) => row.name)
}

export interface DamagedFile { id: string; name: string; /** Type and key. */ document: string }

/** Files whose bytes do not have the checksum that was stored with them. Reads them all. */
export async function damagedFiles(db: Db): Promise<DamagedFile[]> {
  const { rows } = await sql<DamagedFile>`
    select id::text as id, name, type || ' ' || document_key as document from files where encode(sha256(content), 'hex') <> sha256 or length(content) <> size order by id`.execute(db)
  return rows
}

/** The same of one row as JSON holds it: the file, where it is damaged. */
export function damageOf({ id, name, type, document_key: key, content, size, sha256 }: Record<string, unknown>): DamagedFile[] {
  const bytes = Buffer.from(String(content).replace(/^\\x/, ''), 'hex')
  if (bytes.length === size && createHash('sha256').update(bytes).digest('hex') === sha256) return []
  return [{ id: String(id), name: String(name), document: `${String(type)} ${String(key)}` }]
}

/** How many there are. */
export async function countFiles(db: Db): Promise<number> {
  const { rows } = await sql<{ files: number }>`select count(*)::int as files from files`.execute(db)
  return rows[0]?.files ?? 0
}
