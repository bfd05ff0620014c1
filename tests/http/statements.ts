import pg from 'pg'
import { vi } from 'vitest'
import { EmbeddedPostgres } from '../../src/server/store/embedded/embedded-postgres.ts'

/** Transaction control, and the notification of other processes afterwards. */
const AROUND = /^(begin|start transaction|commit|rollback|select pg_notify)/

/** The statements that the work sends to the database, on one or several connections, without those around transactions. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = []
  const note = (query: unknown): void => {
    const text = typeof query === 'string' ? query : (query as { text: string }).text
    if (!AROUND.test(text)) sent.push(text.replace(/\s+/g, ' ').trim())
  }
  const originals = { pg: pg.Client.prototype.query, pglite: EmbeddedPostgres.prototype.run }
  const spies = [
    vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function query(this: pg.Client, ...given: unknown[]) {
      note(given[0])
      return originals.pg.apply(this, given as never)
    }),
    vi.spyOn(EmbeddedPostgres.prototype, 'run').mockImplementation(function run(this: EmbeddedPostgres, ...given: unknown[]) {
      note(given[0])
      return originals.pglite.apply(this, given as never)
    }),
  ]
  try {
    await work()
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
  return sent
}
