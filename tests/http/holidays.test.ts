/** Days on which nobody works, as due dates count them. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type Caller, type TestApp } from './harness.ts'
import { NO_CEILINGS, openEntry, raiseAndSend, type Entry, asTwo } from './petty-cash-cases.ts'

let test: TestApp
let wanjiku: Caller
let otieno: Caller
let njeri: Caller
let wambui: Caller

beforeAll(async () => {
  // A Monday.
  test = await startApp({ now: '2026-06-15T09:00:00+03:00', settings: NO_CEILINGS })
  ;[wanjiku, otieno, njeri, wambui] = await Promise.all(['wanjiku', 'otieno', 'njeri', 'wambui'].map((name) => test.signIn(`${name}@mazingira.example`))) as [Caller, Caller, Caller, Caller]
})
afterAll(() => test.stop())

const dueDate = async (): Promise<string> => ((await openEntry(otieno, (await raiseAndSend(wanjiku)).no)) as Entry & { dueDate: string }).dueDate

it('an approval is due so many working days later, and holidays of the company are none of them', async () => {
  expect(await dueDate()).toBe('2026-06-18')
  await asTwo(njeri, wambui, 'POST', 'documents/holiday', { date: '2026-06-17', name: 'Day of national mourning' })
  expect(await dueDate()).toBe('2026-06-19')
})

it('two people of HR keep the holidays, and everybody reads them', async () => {
  const refused = await wanjiku.call('POST', 'documents/holiday', { date: '2026-06-18', name: 'My birthday' })
  expect(refused.statusCode).toBe(403)
  const seen = (await wanjiku.call('GET', 'documents/holiday?limit=100&sort=date')).json<{ data: { date: string; name: string }[] }>().data
  expect(seen).toContainEqual(expect.objectContaining({ date: '2026-12-12', name: 'Jamhuri Day' }))
  const again = await njeri.call('POST', 'documents/holiday', { date: '2026-12-12', name: 'Twelfth of December' })
  expect(again.statusCode).toBe(409)
})
