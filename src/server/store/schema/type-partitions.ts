/**
 * One partition of the documents table per document type. A query on one type then touches only its rows and indexes: in a single table,
 * the planner considers the indexes of all types on every access, so that each type slowed down all others.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Catalogue } from '../../../core/index.ts'
import type { Db, Tx } from '../connection/database.ts'
import { identifier, literal } from '../sql/field-sql.ts'

/** Holds rows of types that no manifest describes any more. */
const OTHERS = 'documents_other'
/** No other index or table of ours starts like this. */
const PREFIX = 'documents_of_'
/** Bytes: PostgreSQL truncates longer names, and two could become equal. */
const MAX_NAME_LENGTH = 63

/** The table that holds the records of a type. Replacing hyphens keeps the names distinct, since ids contain no underscore. */
export function partitionOf(typeId: string): string {
  const name = `${PREFIX}${typeId.replaceAll('-', '_')}`
  return name.length <= MAX_NAME_LENGTH ? name : `${name.slice(0, MAX_NAME_LENGTH - 11)}_${createHash('sha256').update(typeId).digest('hex').slice(0, 10)}`
}

/**
 * Creates missing partitions and moves matching rows out of the default partition. Partitions of types that are gone remain, with their
 * rows.
 */
export async function createTypePartitions(tx: Tx, catalogue: Catalogue): Promise<void> {
  const present = await partitions(tx)
  for (const type of Object.keys(catalogue.types)) {
    const name = partitionOf(type)
    if (present.has(name)) continue
    // Attached after it is filled: a partition created in place does not take over existing rows.
    await sql.raw(`create table ${identifier(name)} (like documents including defaults)`).execute(tx)
    await sql.raw(`with moved as (delete from ${OTHERS} where type = ${literal(type)} returning *) insert into ${identifier(name)} select * from moved`).execute(tx)
    await sql.raw(`alter table documents attach partition ${identifier(name)} for values in (${literal(type)})`).execute(tx)
  }
}

/** The types of stored records that no manifest describes: those of a module that is not there, or of one that was removed. */
export async function undeclaredTypes(db: Db, catalogue: Catalogue): Promise<string[]> {
  const declared = new Set(Object.keys(catalogue.types).map(partitionOf))
  const unknown = [...await partitions(db)].filter((name) => !declared.has(name)).map(identifier)
  const found = await Promise.all(unknown.map((name) => sql.raw<{ type: string }>(`select distinct type from ${name}`).execute(db)))
  return found.flatMap(({ rows }) => rows.map(({ type }) => type)).sort()
}

async function partitions(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`select inhrelid::regclass::text as name from pg_inherits where inhparent = 'documents'::regclass`.execute(db)
  return new Set(rows.map(({ name }) => name))
}
