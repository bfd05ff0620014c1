/**
 * A part of the table of documents for each document type. A question about one type then looks at that type's rows and indexes
 * alone: in one table the planner weighs the indexes of all types for every mention of it, so that each type made every other slower.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Catalogue } from '../../core/index.ts'
import type { Tx } from './database.ts'
import { identifier, literal } from './field-sql.ts'

/** Holds rows of types that no manifest describes any more. */
const OTHERS = 'documents_other'
/** No index or table of ours begins so. */
const PREFIX = 'documents_of_'
/** Bytes: PostgreSQL cuts longer names, and two could become one. */
const MAX_NAME_LENGTH = 63

/** The table that holds the records of a type. Types are told apart by their ids alone, which know no underscore. */
export function partitionOf(typeId: string): string {
  const name = `${PREFIX}${typeId.replaceAll('-', '_')}`
  return name.length <= MAX_NAME_LENGTH ? name : `${name.slice(0, MAX_NAME_LENGTH - 11)}_${createHash('sha256').update(typeId).digest('hex').slice(0, 10)}`
}

/** Makes what is missing; rows that stood among the others move in. Parts of types that are gone stay with their rows. */
export async function createTypePartitions(tx: Tx, catalogue: Catalogue): Promise<void> {
  const { rows } = await sql<{ name: string }>`select inhrelid::regclass::text as name from pg_inherits where inhparent = 'documents'::regclass`.execute(tx)
  const present = new Set(rows.map(({ name }) => name))
  for (const type of Object.keys(catalogue.types)) {
    const name = partitionOf(type)
    if (present.has(name)) continue
    // Attached when it is full: a part that is made in its place takes no rows that stand elsewhere.
    await sql.raw(`create table ${identifier(name)} (like documents including defaults)`).execute(tx)
    await sql.raw(`with moved as (delete from ${OTHERS} where type = ${literal(type)} returning *) insert into ${identifier(name)} select * from moved`).execute(tx)
    await sql.raw(`alter table documents attach partition ${identifier(name)} for values in (${literal(type)})`).execute(tx)
  }
}
