/** Records that an external service finds, and those that a module seeds for every company. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSeedRecords } from '../../src/server/seed/create-seed-records.ts'
import { saveCompany } from '../../src/server/store/settings/companies.ts'
import { saveSettings } from '../../src/server/store/settings/settings.ts'
import { startPlacesServer, type PlacesServer } from '../servers/places.ts'
import { startApp, type Caller, type TestApp } from './harness.ts'

const KAPEDO = { place_id: 4711, display_name: 'Kapedo, Turkana, Kenya', address: { county: 'Turkana', country: 'Kenya', country_code: 'ke' } }
const MOROTO = { display_name: 'Moroto, Uganda', address: { state: 'Northern Region', country: 'Uganda', country_code: 'ug' } }
/** Towns that the module seeds, as a service names them. */
const BROUGHT = [
  { display_name: 'Eldoret, Uasin Gishu, Kenya', address: { county: 'Uasin Gishu', country: 'Kenya', country_code: 'ke' } },
  { display_name: 'Kisumu, Kisumu County, Kenya', address: { state: 'Kisumu County', country: 'Kenya', country_code: 'ke' } },
]
const KEY = 'sesame'

interface Found { offered: boolean; found: { key: string; label: string }[] }

let test: TestApp
let places: PlacesServer
let wanjiku: Caller
/** Results are stored: each test searches for something different. */
let turn = 0
let word = ''

beforeAll(async () => {
  places = await startPlacesServer()
  test = await startApp()
  test.services.config.services = { places: { url: `${places.url}/search?format=json&q={search}`, key: KEY } }
  wanjiku = await test.signIn('wanjiku@mazingira.example')
})
afterAll(async () => {
  await test.stop()
  await places.stop()
})
beforeEach(() => {
  word = `kapedo ${(turn += 1)}`
  places.asked.length = 0
  // Limits per minute do not accumulate over the tests.
  test.clock.set(new Date(test.clock.now().getTime() + 61_000))
})

const ask = async (search: string, caller = wanjiku): Promise<Found> => {
  const answer = await caller.call('GET', `documents/location/suggestions?search=${encodeURIComponent(search)}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ data: Found }>().data
}
const take = (search: string, key: string, caller = wanjiku) => caller.call('POST', 'documents/location/suggestions', { search, key })
const locations = async (): Promise<number> => (await test.services.database.kysely.selectFrom('documents').select('key').where('type', '=', 'location').where('company', '=', 'MRT').execute()).length

describe('a service that finds records', () => {
  it('the service is called with its key, which no answer contains, and once for a repeated search', async () => {
    places.answer = { [word]: [KAPEDO, MOROTO] }
    const found = await ask(word)
    expect(found).toEqual({ offered: true, found: [{ key: 'Kapedo, Turkana', label: 'Kapedo, Turkana' }, { key: 'Moroto, Uganda', label: 'Moroto, Uganda' }] })
    expect(JSON.stringify(found)).not.toContain(KEY)
    await ask(word.toUpperCase())
    expect(places.asked).toHaveLength(1)
    expect(places.asked[0]).toMatchObject({ path: `/search?format=json&q=${encodeURIComponent(word)}`, headers: { authorization: `Bearer ${KEY}` } })
  })

  it('a chosen result becomes one record with the service’s values, to which a trip can refer', async () => {
    places.answer = { [word]: [KAPEDO, MOROTO] }
    const before = await locations()
    const taken = await take(word, 'Moroto, Uganda')
    expect(taken.json()).toMatchObject({ data: { place_id: 'Moroto, Uganda', county: 'Northern Region', country: 'Uganda', townClass: 'INT', _actions: [] } })
    const [one, two] = await Promise.all([take(word, 'Kapedo, Turkana'), take(word, 'Kapedo, Turkana')])
    expect([one.statusCode, two.statusCode]).toEqual([200, 200])
    expect(one.json()).toMatchObject({ data: { townClass: 'C', county: 'Turkana' } })
    expect(await locations()).toBe(before + 2)
    expect(await ask(word)).toEqual({ offered: true, found: [] })
    const trip = { imprestType: 'TRAVEL', Purpose: 'Springs', description: 'Survey', startDate: '2026-06-22', endDate: '2026-06-23', Type: 'Local', From: 'Nairobi', To: 'Kapedo, Turkana' }
    expect((await wanjiku.call('POST', 'hrmis/imprest', trip)).statusCode).toBe(201)
  })

  it('a town that is already a record is not offered', async () => {
    places.answer = { [word]: [...BROUGHT, KAPEDO] }
    expect((await ask(word)).found.map(({ key }) => key).filter((key) => key !== 'Kapedo, Turkana')).toEqual([])
  })

  it.each([
    ['a result that the service did not find', 'Atlantis', 404],
    ['no result', '', 404],
  ])('no record is made of %s', async (_, key, status) => {
    places.answer = { [word]: [KAPEDO] }
    const before = await locations()
    expect((await take(word, key)).statusCode).toBe(status)
    expect((await wanjiku.call('POST', 'documents/location/suggestions', { search: word })).statusCode).toBe(400)
    expect(await locations()).toBe(before)
  })

  const bad: [string, PlacesServer['answer']][] = [
    ['an error', 500], ['a redirect', 302], ['no JSON', '<html>'], ['no list', '{"found":[]}'], ['more than anybody reads', JSON.stringify(['x'.repeat(600_000)])], ['numbers', '[1,2,3]'],
    ['a place without a name', '[{"display_name":"  "}]'],
  ]
  it.each(bad)('a service that answers %s finds nothing, and none of it can be chosen', async (_, answer) => {
    places.answer = answer
    expect(await ask(word)).toEqual({ offered: true, found: [] })
    expect((await take(word, 'Kapedo')).statusCode).toBeGreaterThanOrEqual(404)
  })

  it('a service that does not answer is given up, and the choice of a result is refused with 503', async () => {
    places.answer = undefined
    const after = AbortSignal.timeout.bind(AbortSignal)
    const limit = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => after(300))
    try {
      expect(await ask(word)).toEqual({ offered: true, found: [] })
      const answer = await take(word, 'Kapedo, Turkana')
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([503, 'source-silent'])
      // In production the timeout is seconds.
      expect(limit.mock.calls).toEqual([[4_000], [4_000]])
      expect(places.asked).toHaveLength(2)
    } finally {
      limit.mockRestore()
    }
  })

  it('a name from the service is shortened and cleaned', async () => {
    places.answer = { [word]: [{ display_name: `Very\u0000 long\n${'name '.repeat(40)}`, address: 'no object' }] }
    const { found } = await ask(word)
    expect(found).toHaveLength(1)
    expect(found[0]?.key).toMatch(/^Very long name/)
    expect(found[0]?.key.length).toBeLessThanOrEqual(60)
  })

  it('the service is called from three letters on, and at most 60 times a minute', async () => {
    places.answer = {}
    expect(await ask('ka')).toEqual({ offered: true, found: [] })
    expect(places.asked).toHaveLength(0)
    for (let time = 0; time < 70; time += 1) await ask(`${word} ${time}`)
    expect(places.asked).toHaveLength(60)
  })

  it('the service is not offered where the company turns it off or the installation has none', async () => {
    await saveSettings(test.services.database.kysely, 'MRT', 'cashmgt_settings', { search_places: false }, 'test')
    expect(await ask(word)).toEqual({ offered: false, found: [] })
    await saveSettings(test.services.database.kysely, 'MRT', 'cashmgt_settings', { search_places: true }, 'test')
    const { services } = test.services.config
    test.services.config.services = {}
    expect(await ask(word)).toEqual({ offered: false, found: [] })
    expect((await take(word, 'Kapedo, Turkana')).statusCode).toBe(404)
    test.services.config.services = services
    expect(places.asked).toHaveLength(0)
  })

  it('a person who may not list the records, or has not signed in, is refused', async () => {
    const visitor = await test.signIn('visitor@mazingira.example')
    expect((await visitor.call('GET', 'documents/location/suggestions?search=kapedo')).statusCode).toBe(403)
    expect((await take('kapedo', 'Kapedo', visitor)).statusCode).toBe(403)
    expect((await test.inject({ method: 'GET', url: '/api/v1/documents/location/suggestions?search=kapedo' })).statusCode).toBe(401)
  })
})

describe('the seed records of a module', () => {
  const towns = async (): Promise<string[]> => (await test.services.database.kysely.selectFrom('documents').select('key').where('type', '=', 'location').where('company', '=', 'NEW').execute()).map(({ key }) => key)

  it('seed records are created once in a company without the demo, and do not return once deleted', async () => {
    const { kysely } = test.services.database
    await saveCompany(kysely, { code: 'NEW', name: 'New', display_name: 'New', currency: 'KES', time_zone: 'Africa/Nairobi', logo: null, windows_auth: false, position: 9 })
    await Promise.all([createSeedRecords(test.services), createSeedRecords(test.services)])
    const planted = await towns()
    expect(planted.length).toBeGreaterThanOrEqual(90)
    expect(planted).toContain('Kisumu')
    await kysely.deleteFrom('documents').where('company', '=', 'NEW').where('type', '=', 'location').where('key', '=', 'Kisumu').execute()
    await createSeedRecords(test.services)
    expect(await towns()).toHaveLength(planted.length - 1)
  })
})
