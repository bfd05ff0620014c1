/** When reminders are sent: those of a day once in each company, from seven on its own clock; those counted in hours every hour. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAILY_JOB, HOURLY_JOB, scheduleReminders } from '../../src/server/reminders/send-reminders.ts'
import { ONE_KIND, startApp, type TestApp } from './harness.ts'

describe.each(ONE_KIND)('the reminders on %s', (databaseKind) => {
  let test: TestApp
  beforeAll(async () => {
    test = await startApp({ kind: databaseKind })
    const { kysely } = test.services.database
    await kysely.deleteFrom('jobs').execute()
    await kysely.updateTable('companies').set({ time_zone: 'Africa/Nairobi' }).execute()
    await kysely.updateTable('companies').set({ time_zone: 'Asia/Kolkata' }).where('code', '=', 'USC').execute()
  })
  afterAll(() => test.stop())

  /** The companies whose job waits, after two servers have asked at this moment. */
  const scheduledAt = async (moment: string, kind = DAILY_JOB): Promise<unknown[]> => {
    const { database } = test.services
    const clock = { ...test.services.clock, now: () => new Date(moment) }
    await Promise.all([scheduleReminders({ database, clock }), scheduleReminders({ database, clock })])
    const jobs = await database.kysely.selectFrom('jobs').select('payload').where('kind', '=', kind).orderBy('id').execute()
    return jobs.map(({ payload }) => (payload as { company: string }).company)
  }

  it('of a day are due once in each company, as soon as its clock shows seven', async () => {
    const others = (await test.services.database.kysely.selectFrom('companies').select('code').where('code', '!=', 'USC').execute()).map(({ code }) => code)
    expect(others.length).toBeGreaterThan(0)
    expect(await scheduledAt('2026-06-15T01:29:59Z')).toEqual([])
    expect(await scheduledAt('2026-06-15T01:30:00Z')).toEqual(['USC'])
    expect(await scheduledAt('2026-06-15T03:59:59Z')).toEqual(['USC'])
    expect((await scheduledAt('2026-06-15T04:00:00Z')).toSorted()).toEqual([...others, 'USC'].toSorted())
    expect(await scheduledAt('2026-06-15T18:00:00Z')).toHaveLength(others.length + 1)
    // The night is over in Kolkata first: the next day has begun there, and it is not seven yet.
    expect(await scheduledAt('2026-06-15T20:00:00Z')).toHaveLength(others.length + 1)
    expect(await scheduledAt('2026-06-16T01:30:00Z')).toHaveLength(others.length + 2)
  })

  it('counted in hours are due once an hour in each company', async () => {
    const { database } = test.services
    await database.kysely.deleteFrom('jobs').execute()
    const companies = (await database.kysely.selectFrom('companies').select('code').execute()).map(({ code }) => code).sort()
    expect((await scheduledAt('2026-06-15T01:00:00Z', HOURLY_JOB)).toSorted()).toEqual(companies)
    expect(await scheduledAt('2026-06-15T01:59:59Z', HOURLY_JOB)).toHaveLength(companies.length)
    expect(await scheduledAt('2026-06-15T02:00:00Z', HOURLY_JOB)).toHaveLength(2 * companies.length)
  })
})
