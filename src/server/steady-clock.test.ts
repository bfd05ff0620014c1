import { afterEach, expect, it, vi } from 'vitest'
import { createLog } from './log.ts'
import { createSteadyClock, type SteadyClock } from './steady-clock.ts'

const HOUR_MS = 60 * 60_000
const NOON = Date.parse('2026-06-15T12:00:00Z')

/** A database clock, the counters of two machines started at different times, and the log. */
function machines() {
  const database = { at: NOON, isAway: false }
  const counters = [5_000, 9_000_000]
  const warnings: object[] = []
  const log = { ...createLog('silent'), warn: (details: object) => { warnings.push(details) } }
  const server = (which: 0 | 1): Promise<SteadyClock> => createSteadyClock({
    log, counter: () => counters[which] ?? 0,
    read: () => (database.isAway ? Promise.reject(new Error('away')) : Promise.resolve(new Date(database.at))),
  })
  return { database, counters, warnings, server, pass(milliseconds: number) { database.at += milliseconds; counters.forEach((value, index) => { counters[index] = value + milliseconds }) } }
}

afterEach(() => { vi.useRealTimers() })

it('two servers on one database have the same time, whatever the clocks of their machines say', async () => {
  const { server, pass } = machines()
  const [one, other] = await Promise.all([server(0), server(1)])
  vi.useFakeTimers({ toFake: ['Date'], now: NOON + 7 * HOUR_MS })
  pass(1_234)
  expect([one.now().getTime(), other.now().getTime()]).toEqual([NOON + 1_234, NOON + 1_234])
})

it.each([['back an hour', -HOUR_MS], ['forward a day', 24 * HOUR_MS]])('the time does not change when the machine’s clock is set %s', async (_how, step) => {
  const { server, pass, warnings } = machines()
  const clock = await server(0)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + step })
  pass(60_000)
  await clock.follow()
  expect([clock.now().getTime(), clock.today('Africa/Nairobi'), warnings]).toEqual([NOON + 60_000, '2026-06-15', []])
})

it('the time follows the database’s clock when that is set, with a warning', async () => {
  const { database, server, warnings } = machines()
  const clock = await server(0)
  database.at += 24 * HOUR_MS
  await clock.follow()
  expect([clock.now().getTime(), clock.today('Africa/Nairobi')]).toEqual([NOON + 24 * HOUR_MS, '2026-06-16'])
  database.at -= 25 * HOUR_MS
  await clock.follow()
  expect([clock.now().getTime(), warnings]).toEqual([NOON - HOUR_MS, [{ seconds: 86_400 }, { seconds: -90_000 }]])
})

it('the clock runs on while the database is unavailable, and ignores an answer that took too long', async () => {
  const { database, server, pass, counters } = machines()
  const clock = await server(0)
  database.isAway = true
  pass(90_000)
  await expect(clock.follow()).rejects.toThrow('away')
  expect(clock.now().getTime()).toBe(NOON + 90_000)
  const slow = await createSteadyClock({
    log: createLog('silent'), counter: () => counters[0] ?? 0,
    read: async () => {
      const read = new Date(database.at)
      pass(20_000)
      return Promise.resolve(read)
    },
  })
  const before = slow.now().getTime()
  await slow.follow()
  expect(slow.now().getTime() - before).toBe(20_000)
})
