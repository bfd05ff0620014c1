/** Stored documents, one at a time: read, insert, update, delete. For lists, see list-documents.ts. */
import { withoutLive, type Doc, type ResolvedDocumentType, type RowPredicate, type StoredRecord } from '../../../core/index.ts'
import type { Db, Tx } from '../connection/database.ts'
import { literal } from '../sql/field-sql.ts'
import { notifyLater } from '../connection/hints.ts'
import { predicateSql } from './predicate-sql.ts'
import { Statement } from '../sql/statement.ts'

/** The columns of `documents d` that make a StoredRecord. */
export const RECORD_COLUMNS = 'd.key, d.state, d.owner, d.rev, d.data'

export interface RecordRow { key: string; state: string; owner: string | null; rev: number; data: Doc }

/** Converts a row of `documents` to the core's StoredRecord. */
export function toRecord(row: RecordRow): StoredRecord {
  const record: StoredRecord = { key: row.key, state: row.state, rev: row.rev, data: row.data }
  if (row.owner !== null) record.owner = row.owner
  return record
}

export interface DocumentAddress { company: string; type: string; key: string }

/** The record, if it exists and matches the predicate. */
export async function findDocument(db: Db, address: DocumentAddress, rows: RowPredicate): Promise<StoredRecord | undefined> {
  return selectOne(db, address, rows, '')
}

/** Like findDocument, and locks the record until the transaction ends. */
export async function lockDocument(tx: Tx, address: DocumentAddress, rows: RowPredicate): Promise<StoredRecord | undefined> {
  return selectOne(tx, address, rows, ' for update of d')
}

async function selectOne(db: Db, address: DocumentAddress, rows: RowPredicate, locking: string): Promise<StoredRecord | undefined> {
  const statement = new Statement()
  const company = statement.value(address.company)
  const key = statement.value(address.key)
  const found = await statement.run<RecordRow>(
    db,
    `select ${RECORD_COLUMNS} from documents d where d.company = ${company} and d.type = ${literal(address.type)} and d.key = ${key} ` +
      `and ${predicateSql(rows, statement, { type: address.type, company, key })}${locking}`
  )
  return found[0] && toRecord(found[0])
}

export interface NewDocument { company: string; key: string; state: string; owner: string | undefined; data: Doc; by: string; at: Date; /** Its key changes before the commit, so no hint is sent yet. */ isProvisional?: boolean }

/** Inserts the record; undefined if the key is taken. */
export async function insertDocument(tx: Tx, manifest: ResolvedDocumentType, document: NewDocument): Promise<StoredRecord | undefined> {
  const s = new Statement()
  const data = withoutLive(manifest, document.data)
  const by = s.value(document.by)
  const at = s.value(document.at, 'timestamptz')
  const inserted = await s.run<RecordRow>(
    tx,
    `insert into documents as d (company, type, key, state, owner, manifest_hash, data, created_at, created_by, updated_at, updated_by)
     values (${s.value(document.company)}, ${literal(manifest.id)}, ${s.value(document.key)}, ${s.value(document.state)},
       ${s.value(document.owner ?? null)}, ${s.value(manifest.hash)}, ${s.value(JSON.stringify(data), 'jsonb')}, ${at}, ${by}, ${at}, ${by})
     on conflict (company, type, key) do nothing returning d.rev`
  )
  const row = inserted[0]
  if (row && document.isProvisional !== true) notifyLater(tx, { kind: 'document', company: document.company, type: manifest.id, key: document.key, owner: document.owner ?? null, by: document.by })
  return row && toRecord({ ...row, key: document.key, state: document.state, owner: document.owner ?? null, data })
}

/**
 * Inserts new records in one statement and returns those whose keys were free. Nobody is told of them one by one: whoever writes many at once
 * announces them together.
 */
export async function insertDocuments(tx: Tx, manifest: ResolvedDocumentType, { company, by, at }: Pick<NewDocument, 'company' | 'by' | 'at'>, documents: readonly StoredRecord[]): Promise<StoredRecord[]> {
  if (documents.length === 0) return []
  const s = new Statement()
  const records = documents.map((one) => ({ ...one, data: withoutLive(manifest, one.data) }))
  const [who, when] = [s.value(by), s.value(at, 'timestamptz')]
  const inserted = await s.run<{ key: string }>(
    tx,
    `insert into documents (company, type, key, state, owner, manifest_hash, data, created_at, created_by, updated_at, updated_by)
     select ${s.value(company)}, ${literal(manifest.id)}, r.key, r.state, r.owner, ${s.value(manifest.hash)}, r.data, ${when}, ${who}, ${when}, ${who}
     from jsonb_to_recordset(${s.value(JSON.stringify(records), 'jsonb')}) as r(key text, state text, owner text, data jsonb)
     on conflict (company, type, key) do nothing returning key`
  )
  const written = new Set(inserted.map(({ key }) => key))
  return records.filter(({ key }) => written.has(key))
}

export interface DocumentChange { state: string; owner: string | undefined; data: Doc; by: string; at: Date }

/** Updates the record's contents and increments its revision; undefined if the revision is no longer `rev`. */
export async function updateDocument(
  tx: Tx, manifest: ResolvedDocumentType, address: Omit<DocumentAddress, 'type'>, rev: number, change: DocumentChange
): Promise<StoredRecord | undefined> {
  const s = new Statement()
  const updated = await s.run<RecordRow>(
    tx,
    `update documents d set state = ${s.value(change.state)}, owner = ${s.value(change.owner ?? null)}, data = ${s.value(JSON.stringify(withoutLive(manifest, change.data)), 'jsonb')},
       manifest_hash = ${s.value(manifest.hash)}, rev = d.rev + 1, updated_at = ${s.value(change.at, 'timestamptz')}, updated_by = ${s.value(change.by)}
     where d.company = ${s.value(address.company)} and d.type = ${literal(manifest.id)} and d.key = ${s.value(address.key)} and d.rev = ${s.value(rev)}
     returning ${RECORD_COLUMNS}`
  )
  if (updated[0]) notifyLater(tx, { kind: 'document', company: address.company, type: manifest.id, key: address.key, owner: change.owner ?? null, by: change.by })
  return updated[0] && toRecord(updated[0])
}

/** Deletes the record with its files. Its events and closed approval entries remain. */
export async function deleteDocument(tx: Tx, address: DocumentAddress, gone: { owner: string | undefined; by: string }): Promise<void> {
  await tx.deleteFrom('files').where('company', '=', address.company).where('type', '=', address.type).where('document_key', '=', address.key).execute()
  await tx.deleteFrom('documents').where('company', '=', address.company).where('type', '=', address.type).where('key', '=', address.key).execute()
  notifyLater(tx, { kind: 'document', ...address, owner: gone.owner ?? null, by: gone.by })
}

/** The key of another record of the company with the same value in a unique field. */
export async function findHolder(
  db: Db, address: { company: string; type: string; exceptKey: string | undefined }, fieldExpression: string, value: string | number | boolean
): Promise<string | undefined> {
  const s = new Statement()
  const cast = { number: 'numeric', boolean: 'boolean', string: 'text' }[typeof value as 'number' | 'boolean' | 'string']
  const rows = await s.run<{ key: string }>(
    db,
    `select d.key from documents d where d.company = ${s.value(address.company)} and d.type = ${literal(address.type)}
       and ${fieldExpression} = ${s.value(value, cast)} and d.key <> ${s.value(address.exceptKey ?? '', 'text')} limit 1`
  )
  return rows[0]?.key
}

/** Two records at most, of those that match the predicate, with a line under this key; line keys are numbers or texts. */
export async function documentsWithLine(
  db: Db, { company, type }: { company: string; type: string }, { array, lineKey, line }: { array: string; lineKey: string; line: string }, rows: RowPredicate
): Promise<StoredRecord[]> {
  const s = new Statement()
  const at = s.value(company)
  const keys = [line, ...(/^\d{1,15}$/.test(line) ? [Number(line)] : [])].map((key) => `d.data @> ${s.value(JSON.stringify({ [array]: [{ [lineKey]: key }] }), 'jsonb')}`)
  const found = await s.run<RecordRow>(
    db,
    `select ${RECORD_COLUMNS} from documents d where d.company = ${at} and d.type = ${literal(type)} and (${keys.join(' or ')}) and ${predicateSql(rows, s, { type, company: at })} limit 2`
  )
  return found.map(toRecord)
}

/** A record of the type in one of the states. */
export async function findInStates(db: Db, { company, type }: { company: string; type: string }, states: string[]): Promise<{ key: string; state: string } | undefined> {
  if (states.length === 0) return undefined
  return db.selectFrom('documents').select(['key', 'state']).where('company', '=', company).where('type', '=', type).where('state', 'in', states).limit(1).executeTakeFirst()
}

/** The keys of the records of the type in one of the states, a hundred at most. */
export async function keysInStates(db: Db, { company, type }: { company: string; type: string }, states: string[]): Promise<string[]> {
  const rows = await db.selectFrom('documents').select('key').where('company', '=', company).where('type', '=', type).where('state', 'in', states).orderBy('key').limit(100).execute()
  return rows.map(({ key }) => key)
}

/** The records of the type with the most data, among those that match the condition. */
export async function largestRecords(db: Db, { company, type, where }: { company: string; type: string; where: RowPredicate }, max: number): Promise<StoredRecord[]> {
  const s = new Statement()
  const at = s.value(company)
  const rows = await s.run<RecordRow>(
    db,
    `select ${RECORD_COLUMNS} from documents d where d.company = ${at} and d.type = ${literal(type)} and ${predicateSql(where, s, { type, company: at })}
     order by octet_length(d.data::text) desc, d.key limit ${max}`
  )
  return rows.map(toRecord)
}

/** How many records are read to find the longest table. */
const MEASURED = 25

/** The number of lines in the longest table of the records of the type that take the most room; no other record's data is read for it. */
export async function mostLines(db: Db, { company, type }: { company: string; type: string }): Promise<number> {
  const s = new Statement()
  const rows = await s.run<{ lines: number | null }>(
    db,
    `select max(case when jsonb_typeof(e.value) = 'array' then jsonb_array_length(e.value) end) as lines from (
       select d.data from documents d where d.company = ${s.value(company)} and d.type = ${literal(type)} order by pg_column_size(d.data) desc limit ${MEASURED}
     ) largest cross join lateral jsonb_each(largest.data) e`
  )
  return rows[0]?.lines ?? 0
}
