import { Statement } from './statement.ts'
import type { Db, Tx } from './tables.ts'

const heldBy = new WeakMap<object, Set<string>>()

/**
 * Waits until no other transaction of the company holds one of the texts, and holds them until this one ends. All processes
 * take those of one call in the same order, so that two that hold several seldom wait for one another; where they do, the
 * database ends one of them, which runs again (see `Database.transaction`).
 */
export async function holdKeys(tx: Db | Tx, company: string, keys: string[]): Promise<void> {
  const held = heldBy.get(tx) ?? new Set()
  heldBy.set(tx, held)
  const fresh = [...new Set(keys)].filter((key) => !held.has(key))
  if (fresh.length === 0) return
  const s = new Statement()
  const texts = s.value(fresh.map((key) => `${company}\n${key}`), 'text[]')
  await s.run(tx, `select pg_advisory_xact_lock(n) from (select distinct hashtextextended(k, 0) as n from unnest(${texts}) as k order by n) held`)
  for (const key of fresh) held.add(key)
}

/** Whether the transaction acts on something that it holds: what it writes then has to be held too. */
export function holdsKeys(tx: Tx): boolean {
  return (heldBy.get(tx)?.size ?? 0) > 0
}

/**
 * Keeps records that the transaction refers to from being deleted until it ends: who deletes one holds it alone (`holdRecord`).
 * What is read behind it sees what a deletion before left.
 */
export async function keepRecords(tx: Tx, company: string, records: { type: string; key: string }[]): Promise<void> {
  const kept = keptBy.get(tx) ?? new Set()
  keptBy.set(tx, kept)
  const fresh = [...new Set(records.map(({ type, key }) => recordName(company, type, key)))].filter((name) => !kept.has(name))
  if (fresh.length === 0) return
  for (const name of fresh) kept.add(name)
  const s = new Statement()
  await s.run(tx, `select pg_advisory_xact_lock_shared(n) from (select distinct hashtextextended(k, 0) as n from unnest(${s.value(fresh, 'text[]')}) as k order by n) kept`)
}

const keptBy = new WeakMap<object, Set<string>>()

/** Waits until nobody refers to the record anew, and keeps it so until the transaction ends: before it is asked who refers to it. */
export async function holdRecord(tx: Tx, company: string, { type, key }: { type: string; key: string }): Promise<void> {
  const s = new Statement()
  await s.run(tx, `select pg_advisory_xact_lock(hashtextextended(${s.value(recordName(company, type, key))}, 0))`)
}

/** Of a type this many locks are told apart: a document may refer to thousands of records, and the database has room for some thousand locks. */
const BUCKETS = 32

function recordName(company: string, type: string, key: string): string {
  let sum = 0
  for (const sign of key) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 1_000_003
  return `${company}\nrecord ${type}\n${sum % BUCKETS}`
}
