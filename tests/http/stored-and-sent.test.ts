/** Parts of objects are declared like fields; what is stored and would be refused today stays until it is changed. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type Caller, type TestApp } from './harness.ts'

interface Answer { data: { entryNo: string; _rev: number; location?: object }; errors: { path: string; rule: string; message: string }[] }

let test: TestApp
let wanjiku: Caller
beforeAll(async () => {
  test = await startApp()
  wanjiku = await test.signIn('wanjiku@mazingira.example')
})
afterAll(() => test.stop())

const worked = (day: number, more: object): object => ({ startDate: `2026-06-0${day}T08:00:00+03:00`, endDate: `2026-06-0${day}T17:00:00+03:00`, userLocation: 'Naivasha', reason: 'Field work', ...more })
const create = (body: object) => wanjiku.call('POST', 'documents/attendance-request', body)

/** Writes into a stored record what an earlier version accepted. */
async function store(no: string, data: object): Promise<void> {
  await test.services.database.kysely.updateTable('documents').set({ data: sql`data || ${JSON.stringify(data)}::jsonb` }).where('key', '=', no).execute()
}

describe('a position', () => {
  it('it is accepted with its parts, and returned as it was sent', async () => {
    const answer = await create(worked(1, { location: { latitude: -0.7, longitude: 36.4 } }))
    expect([answer.statusCode, answer.json<Answer>().data.location], answer.body).toEqual([201, { latitude: -0.7, longitude: 36.4 }])
  })

  it.each([
    ['another part', { latitude: -0.7, altitude: 1900 }, 'Position has no part “altitude”. Its parts are latitude, longitude, accuracy, takenAt.'],
    ['a text for a number', { latitude: 'here' }, 'Latitude (Position): The value must be a number.'],
    ['a number beyond the limit', { longitude: 181 }, 'Longitude (Position): Cannot be more than 180'],
    ['another object inside', { latitude: { degrees: 1 } }, 'Latitude (Position): The value must be a number.'],
  ])('it is refused with %s', async (_, location, message) => {
    const answer = await create(worked(2, { location }))
    expect([answer.statusCode, answer.json<Answer>().errors], answer.body).toEqual([422, [expect.objectContaining({ path: 'location', message })]])
  })
})

describe('a stored value that would be refused today', () => {
  const old = { search_name: 'Amina\nYusuf', first_name: 'Amina\u200b' }
  let hr: Caller
  beforeAll(async () => {
    hr = await test.signIn('wambui@mazingira.example')
    expect((await hr.call('POST', 'documents/employee', { number: 'MRT-778', first_name: 'Amina', search_name: 'Amina Yusuf' })).statusCode).toBe(201)
    await store('MRT-778', old)
  })
  const change = async (body: object) => {
    const { _rev } = (await hr.call('GET', 'documents/employee/MRT-778')).json<Answer>().data
    return hr.call('PATCH', 'documents/employee/MRT-778', { ...body, _rev })
  }

  it('it does not keep anybody from changing other fields, whether it is sent back or not', async () => {
    for (const body of [{ last_name: 'Yusuf' }, { ...old, last_name: 'Yusuf Ali' }]) {
      const answer = await change(body)
      expect([answer.statusCode, answer.json<Answer>().data], answer.body).toEqual([200, expect.objectContaining({ ...old, ...body })])
    }
  })

  it.each([['a line break', { search_name: 'Amina\nAli' }, 'search_name'], ['an invisible character', { first_name: 'Ami\u200bna' }, 'first_name']])('it is not replaced by another text with %s', async (_, body, path) => {
    const answer = await change(body)
    expect([answer.statusCode, answer.json<Answer>().errors.map((one) => one.path)], answer.body).toEqual([422, [path]])
  })

  it('it does not keep an administrator from changing other fields of an account', async () => {
    const admin = await test.signIn('admin@mazingira.example')
    const name = 'Wanjiku\u200b Kamau'
    await test.services.database.kysely.updateTable('users').set({ name }).where('email', '=', 'wanjiku@mazingira.example').execute()
    const { id, email, employee, default_company, companies, roles, _rev } = (await admin.call('GET', 'admin/users?search=wanjiku@mazingira.example')).json<{ data: Record<string, unknown>[] }>().data[0] ?? {}
    const send = (body: object) => admin.call('POST', `admin/updateUser/${id as string}`, { email, employee, default_company, companies, roles, _rev, ...body })
    const other = await send({ name: `${name}\u200b` })
    expect([other.statusCode, other.json<Answer>().errors.map(({ path, rule }) => [path, rule])], other.body).toEqual([422, [['name', 'invisible']]])
    const kept = await send({ name, gender: 'Female' })
    expect(kept.statusCode, kept.body).toBe(200)
  })

  it('it does not keep a record from being sent for approval', async () => {
    const no = (await create(worked(3, {}))).json<Answer>().data.entryNo
    const location = { place: 'Gate 2' }
    await store(no, { location })
    const saved = await wanjiku.call('PATCH', `documents/attendance-request/${no}`, { location, reason: 'Survey' })
    expect([saved.statusCode, saved.json<Answer>().data], saved.body).toEqual([200, expect.objectContaining({ location, reason: 'Survey' })])
    const changed = await wanjiku.call('PATCH', `documents/attendance-request/${no}`, { location: { place: 'Gate 3' } })
    expect([changed.statusCode, changed.json<Answer>().errors.map(({ path }) => path)], changed.body).toEqual([422, ['location']])
    const sent = await wanjiku.call('POST', `documents/attendance-request/${no}/actions/send`, {})
    expect(sent.statusCode, sent.body).toBe(200)
  })
})
