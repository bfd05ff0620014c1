/** What people arrange for themselves. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ONE_KIND, startApp, type Caller, type TestApp } from './harness.ts'

describe.each(ONE_KIND)('preferences, on %s', (kind) => {
  let test: TestApp
  let wanjiku: Caller
  beforeAll(async () => {
    test = await startApp({ kind })
    wanjiku = await test.signIn('wanjiku@mazingira.example')
  })
  afterAll(() => test.stop())

  const set = async (name: unknown, value: unknown, who = wanjiku): Promise<number> => (await who.call('POST', 'portal/preferences', { name, value })).statusCode
  const of = async (who: Caller): Promise<object> => (await who.call('GET', 'portal/bootstrap')).json<{ data: { preferences: object } }>().data.preferences

  it('a preference is kept for the person alone, changed, and removed', async () => {
    expect(await set('list:one', { size: 50 })).toBe(200)
    expect(await set('list:one', { size: 25, columns: ['no'] })).toBe(200)
    expect(await of(await test.signIn('wanjiku@mazingira.example'))).toEqual({ 'list:one': { size: 25, columns: ['no'] } })
    expect(await of(await test.signIn('otieno@mazingira.example'))).toEqual({})
    expect(await set('list:one', null)).toBe(200)
    expect(await of(wanjiku)).toEqual({})
  })

  it.each<[string, unknown, unknown]>([
    ['a name that is none', '../etc', {}], ['no name', undefined, {}], ['a text', 'one', 'large'], ['a list', 'one', [1]], ['nothing', 'one', undefined], ['more than 8,000 bytes', 'one', { text: 'x'.repeat(8000) }],
  ])('%s is refused', async (_, name, value) => {
    expect(await set(name, value)).toBe(400)
  })

  it('all of a person together have at most 100,000 bytes', async () => {
    const large = { text: 'x'.repeat(7_900) }
    const names = Array.from({ length: 12 }, (_, index) => `large${index}`)
    for (const name of names) expect(await set(name, large)).toBe(200)
    expect(await set('onemore', large)).toBe(400)
    for (const name of names) expect(await set(name, null)).toBe(200)
    // Also of those that are stored at the same time.
    const atOnce = await Promise.all(Array.from({ length: 20 }, (_, index) => set(`large${index}`, large)))
    expect(atOnce.filter((status) => status === 200)).toHaveLength(12)
    for (const [index] of atOnce.entries()) await set(`large${index}`, null)
  })

  it('a person has at most a hundred, whatever they store next', async () => {
    for (let number = 0; number < 100; number += 1) expect(await set(`n${number}`, {})).toBe(200)
    expect(await set('another', {})).toBe(400)
    expect(Object.keys(await of(wanjiku)).length).toBe(100)
    expect(await set('n1', { changed: true })).toBe(200)
  })
})
