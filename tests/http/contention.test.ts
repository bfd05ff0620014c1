/**
 * Many users decide on the same entries at the same time, through two servers where they share a database: each entry is decided exactly
 * once. CONTENTION_ENTRIES makes it longer (`npm run soak`).
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { KINDS, NO_LIMITS, startApp, type Caller, type TestApp } from './harness.ts'
import { NO_CEILINGS, openEntry, raiseAndSend, read } from './petty-cash-cases.ts'
import { walkIn } from './walk.ts'

const ENTRIES = Number(process.env['CONTENTION_ENTRIES'] ?? 5)
const DELEGATES = ['achieng', 'mwangi']

describe.each(KINDS)('entries decided by many at once on %s', (kind) => {
  let first: TestApp
  /** On PostgreSQL another process shares the database; the embedded one has only one. */
  let second: TestApp
  const { who, done } = walkIn<object>(() => first)
  beforeAll(async () => {
    first = await startApp({ kind, settings: NO_CEILINGS, environment: NO_LIMITS })
    second = first.databaseUrl === undefined ? first : await startApp({ database: first.databaseUrl, environment: NO_LIMITS })
    for (const delegate of DELEGATES) {
      const toEmployee = { achieng: 'MRT-002', mwangi: 'MRT-003' }[delegate]
      await done('otieno', 'POST', 'documents/standing-delegation', { toEmployee, start: '2026-06-15', end: '2026-06-15' })
    }
  })
  afterAll(async () => {
    if (second !== first) await second.stop()
    await first.stop()
  })

  const send = async (app: TestApp, { token }: Caller, path: string, payload: object): Promise<boolean> => {
    const answer = await app.inject({ method: 'POST', url: `/api/v1/${path}`, headers: { authorization: `Bearer ${token}` }, payload })
    expect(answer.statusCode, answer.body).toBeLessThan(500)
    const { data } = answer.json<{ data?: { rows?: { isDone: boolean }[] } }>()
    return answer.statusCode < 300 && data?.rows?.some(({ isDone }) => !isDone) !== true
  }

  it('are each decided exactly once, with one event, and the document has the status that follows from it', async () => {
    const [wanjiku, holder, ...delegates] = await Promise.all(['wanjiku', 'otieno', ...DELEGATES].map(who)) as [Caller, Caller, ...Caller[]]
    const entries: { no: string; entryNo: number }[] = []
    for (let index = 0; index < ENTRIES; index += 1) {
      const { no } = await raiseAndSend(wanjiku, { description: `Contended ${index}` })
      entries.push({ no, entryNo: (await openEntry(holder, no)).entryNo })
    }
    const outcomes = await Promise.all(entries.map(async ({ no, entryNo }, index) => {
      const [one, other] = index % 2 === 0 ? [first, second] : [second, first]
      const tries = [
        send(one, holder, 'approvals/approve', { entryNo }), send(other, holder, 'approvals/reject', { entryNo, reason: 'Not now' }), send(other, holder, `documents/petty-cash/${no}/actions/approve`, {}),
        ...delegates.map((delegate, at) => send(at === 0 ? one : other, delegate, 'approvals/bulk', { entries: [{ entryNo }] })), send(other, holder, 'approvals/delegate', { entryNo, to: 'MRT-016' }),
      ]
      return { no, entryNo, done: (await Promise.all(tries)).filter(Boolean).length }
    }))
    const { kysely } = first.services.database
    for (const { no, entryNo, done: times } of outcomes) {
      expect(times, `${no} was decided`).toBe(1)
      const events = await kysely.selectFrom('events').select('kind').where('document_key', '=', no).where('kind', 'in', ['approved', 'rejected', 'delegated']).execute()
      expect(events, no).toHaveLength(1)
      const entry = await kysely.selectFrom('approval_entries').selectAll().where('entry_no', '=', entryNo).executeTakeFirstOrThrow()
      const expected = { approved: ['Approved', 'Released'], rejected: ['Rejected', 'Rejected'], delegated: ['Open', 'Pending Approval'] }[events[0]?.kind as 'approved']
      expect([entry.status, (await read(wanjiku, no)).status], no).toEqual(expected)
      expect(entry.rev, no).toBe(2)
    }
  }, 60_000 + ENTRIES * 2_000)
})
