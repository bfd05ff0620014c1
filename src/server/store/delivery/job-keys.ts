/** Work that jobs have done: in a company, nothing is done twice under a key. */
import type { Tx } from '../connection/database.ts'
import { Statement } from '../sql/statement.ts'

/**
 * Takes the keys that are free and returns them. Of two transactions that take the same key, the second waits for the first, and gets it only
 * if that is rolled back. They are taken in one order, so that transactions seldom deadlock.
 */
export async function takeJobKeys(tx: Tx, company: string, keys: readonly string[], at: Date): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const s = new Statement()
  const rows = await s.run<{ key: string }>(
    tx,
    `insert into job_keys (company, key, at) select ${s.value(company)}, k, ${s.value(at, 'timestamptz')} from (select distinct k from unnest(${s.value([...keys], 'text[]')}) as k order by k) wanted
     on conflict (company, key) do nothing returning key`
  )
  return new Set(rows.map(({ key }) => key))
}
