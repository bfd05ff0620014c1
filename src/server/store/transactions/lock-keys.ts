import { Statement } from '../sql/statement.ts'
import type { Db, Tx } from '../sql/tables.ts'

const heldBy = new WeakMap<object, Set<string>>()

/**
 * Waits until no other transaction of the company holds one of the keys, and holds them until this transaction ends. The keys of one call
 * are locked in a fixed order in every process, so that transactions that hold several seldom deadlock. If they do, the database aborts one
 * of them, which is retried (see `Database.transaction`).
 */
export async function lockKeys(tx: Db | Tx, company: string, keys: string[]): Promise<void> {
  const held = heldBy.get(tx) ?? new Set()
  heldBy.set(tx, held)
  const fresh = [...new Set(keys)].filter((key) => !held.has(key))
  if (fresh.length === 0) return
  const s = new Statement()
  const texts = s.value(fresh.map((key) => `${company}\n${key}`), 'text[]')
  await s.run(tx, `select pg_advisory_xact_lock(n) from (select distinct hashtextextended(k, 0) as n from unnest(${texts}) as k order by n) held`)
  for (const key of fresh) held.add(key)
}

/** Whether the transaction holds any keys: then the figures that its written records count towards must be locked too (`holdWritten`). */
export function holdsKeys(tx: Tx): boolean {
  return (heldBy.get(tx)?.size ?? 0) > 0
}

/**
 * Prevents records that the transaction refers to from being deleted until it ends: a deletion takes an exclusive lock (`lockRecordForDelete`).
 * Reads after this call see the result of an earlier deletion.
 */
export async function lockRecordsShared(tx: Tx, company: string, records: { type: string; key: string }[]): Promise<void> {
  const kept = keptBy.get(tx) ?? new Set()
  keptBy.set(tx, kept)
  const fresh = [...new Set(records.map(({ type, key }) => recordName(company, type, key)))].filter((name) => !kept.has(name))
  if (fresh.length === 0) return
  for (const name of fresh) kept.add(name)
  const s = new Statement()
  await s.run(tx, `select pg_advisory_xact_lock_shared(n) from (select distinct hashtextextended(k, 0) as n from unnest(${s.value(fresh, 'text[]')}) as k order by n) kept`)
}

const keptBy = new WeakMap<object, Set<string>>()

/**
 * Waits until no transaction adds references to the record, and prevents new ones until this transaction ends. Call it before checking what
 * refers to the record.
 */
export async function lockRecordForDelete(tx: Tx, company: string, { type, key }: { type: string; key: string }): Promise<void> {
  const s = new Statement()
  await s.run(tx, `select pg_advisory_xact_lock(hashtextextended(${s.value(recordName(company, type, key))}, 0))`)
}

/**
 * The number of distinct locks per type: a document may refer to thousands of records, while the database has room for only a few thousand
 * locks.
 */
const BUCKETS = 32

function recordName(company: string, type: string, key: string): string {
  let sum = 0
  for (const sign of key) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 1_000_003
  return `${company}\nrecord ${type}\n${sum % BUCKETS}`
}
