/** The stored form of a field (`x-uppercase`), as callers see it: what is stored, found and computed, whatever was sent. */
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ONE_KIND, ROOT, startApp, type TestApp } from './harness.ts'
import { walkIn, type Reply } from './walk.ts'

interface Log { no: string; vehicle: string; distance: number }

const LOGS = 'documents/vehicle-log'

describe.each(ONE_KIND)('the stored form of a field on %s', (kind) => {
  let first: TestApp
  const { done } = walkIn<Log>(() => first)
  beforeAll(async () => {
    first = await startApp({ kind, modules: [path.join(ROOT, 'modules'), path.join(ROOT, 'tests/fixtures/modules')] })
  })
  afterAll(() => first.stop())

  const log = (name: string, vehicle: string, odometer: number): Promise<Reply<Log>> => done(name, 'POST', LOGS, { vehicle, odometer, logged_on: '2026-06-15' })

  it('a vehicle is stored in capital letters, so that small ones find its readings', async () => {
    await log('wanjiku', 'kdb 001a', 1500)
    const { data: { no } } = await log('juma', 'Kdb 001a', 1600)
    expect((await done('juma', 'GET', `${LOGS}/${no}`)).data).toMatchObject({ vehicle: 'KDB 001A', distance: 100 })
    const found = async (name: string, text: string): Promise<string[]> => (await done<Log[]>(name, 'GET', `${LOGS}?vehicle=${text}`)).data.map((one) => one.no)
    expect([await found('juma', 'kdb 001a'), await found('juma', 'KDB 001A'), await found('juma', 'kdb 001')]).toEqual([[no], [no], []])
    // A record from before the field was stored so is found as it was typed.
    await sql`update documents set data = jsonb_set(data, '{vehicle}', '"kdb 001a"') where type = 'vehicle-log' and key = ${no}`.execute(first.services.database.kysely)
    expect([await found('juma', 'kdb 001a'), await found('juma', 'KDB 001A')]).toEqual([[no], []])
    expect((await done('juma', 'PATCH', `${LOGS}/${no}`, { vehicle: 'kdb 001b' })).data).toMatchObject({ vehicle: 'KDB 001B', distance: 0 })
  })
})
