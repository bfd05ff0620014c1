/**
 * One partition of the documents table per document type. A query on one type then touches only its rows and indexes: in a single table,
 * the planner considers the indexes of all types on every access, so that each type slowed down all others.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Catalogue } from '../../../core/index.ts'
import type { Tx } from '../connection/database.ts'
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
  const { rows } = await sql<{ name: string }>`select inhrelid::regclass::text as name from pg_inherits where inhparent = 'documents'::regclass`.execute(tx)
  const present = new Set(rows.map(({ name }) => name))
  for (const type of Object.keys(catalogue.types)) {
    const name = partitionOf(type)
    if (present.has(name)) continue
    // Attached after it is filled: a partition created in place does not take over existing rows.
    await sql.raw(`create table ${identifier(name)} (like documents including defaults)`).execute(tx)
    await sql.raw(`with moved as (delete from ${OTHERS} where type = ${literal(type)} returning *) insert into ${identifier(name)} select * from moved`).execute(tx)
    await sql.raw(`alter table documents attach partition ${identifier(name)} for values in (${literal(type)})`).execute(tx)
  }
}
