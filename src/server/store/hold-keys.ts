import { Statement } from './statement.ts'
import type { Tx } from './database.ts'

/**
 * Waits until no other transaction of the company holds one of the texts, and holds them until this one ends. All processes
 * take them in the same order, so that two that hold several never wait for one another.
 */
export async function holdKeys(tx: Tx, company: string, keys: string[]): Promise<void> {
  if (keys.length === 0) return
  const s = new Statement()
  const texts = s.value(keys.map((key) => `${company}\n${key}`), 'text[]')
  await s.run(tx, `select pg_advisory_xact_lock(n) from (select distinct hashtextextended(k, 0) as n from unnest(${texts}) as k order by n) held`)
}
