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
