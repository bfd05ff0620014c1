/** Figures over other documents as an outside manifest uses them: the greatest and least, the latest value, and by group. */
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BootstrapAnswer, ClientManifest, LookupsAnswer } from '../../src/contract/index.ts'
import { createEngine, type Catalogue, type RuleContext } from '../../src/core/index.ts'
import { ONE_KIND, ROOT, startApp, type TestApp } from './harness.ts'
import { walkIn, type Reply } from './walk.ts'

interface Log { no: string; driver: string; vehicle: string; odometer: number; distance: number; since?: string; handed_by?: string; handed_at?: number; passengers?: { drove?: string }[] }

const MODULES = [path.join(ROOT, 'modules'), path.join(ROOT, 'tests/fixtures/modules')]
const LOGS = 'documents/vehicle-log'

describe.each(ONE_KIND)('figures of other documents on %s', (kind) => {
  let first: TestApp
  /** On PostgreSQL another process shares the database; the embedded one has only one. */
  let second: TestApp
  const { who, done, refused } = walkIn<Log>(() => first)
  beforeAll(async () => {
    first = await startApp({ kind, modules: MODULES })
    second = first.databaseUrl === undefined ? first : await startApp({ database: first.databaseUrl, modules: MODULES })
  })
  afterAll(async () => {
    if (second !== first) await second.stop()
    await first.stop()
  })

  const log = (name: string, vehicle: string, odometer: number, more: object = {}): Promise<Reply<Log>> => done(name, 'POST', LOGS, { vehicle, odometer, logged_on: '2026-06-15', ...more })

  it('an odometer cannot go back, whoever read it, and the refusal has the last reading and its date', async () => {
    expect((await log('wanjiku', 'KDA 001A', 1500, { logged_on: '2026-06-10' })).data).toMatchObject({ distance: 0, since: '2026-06-10' })
    expect((await log('juma', 'KDA 001A', 1620.5)).data).toMatchObject({ distance: 120.5, since: '2026-06-10' })
    expect(await refused('juma', 'POST', LOGS, { vehicle: 'KDA 001A', odometer: 1620, logged_on: '2026-06-15' })).toContain('KDA 001A stood at 1,620.5 on 15th Jun 2026, when ')
    // Only readings of the same vehicle, and of a log other than this one.
    expect((await log('juma', 'KDA 001B', 3)).data.distance).toBe(0)
    const { data: last } = await log('wanjiku', 'KDA 001A', 1700)
    expect((await done('wanjiku', 'PATCH', `${LOGS}/${last.no}`, { odometer: 1650 })).data).toMatchObject({ odometer: 1650, distance: 29.5 })
  })

  it('fuel is totalled by kind, and a kind at its limit does not block another', async () => {
    await log('wanjiku', 'KDA 002A', 10, { fuel: 'Diesel', litres: 460 })
    await log('juma', 'KDA 002A', 20, { fuel: 'Petrol', litres: 60 })
    expect(await refused('juma', 'POST', LOGS, { vehicle: 'KDA 002A', odometer: 30, logged_on: '2026-06-15', fuel: 'Diesel', litres: 60 })).toContain('KDA 002A has had its Diesel.')
    await log('juma', 'KDA 002A', 30, { fuel: 'Petrol', litres: 60 })
  })

  it('an action is checked against a figure and sets fields from others', async () => {
    await log('wanjiku', 'KDA 003A', 100, { logged_on: '2026-06-12' })
    const { data: { no } } = await log('juma', 'KDA 003A', 150)
    expect(await refused('juma', 'POST', `${LOGS}/${no}/actions/handOver`)).toContain('Nobody has fuelled KDA 003A since 12th Jun 2026.')
    const { data: { driver } } = await log('wanjiku', 'KDA 003A', 160, { fuel: 'Diesel', litres: 40 })
    expect((await done('juma', 'POST', `${LOGS}/${no}/actions/handOver`)).data).toMatchObject({ handed_by: driver, handed_at: 160 })
  })

  it('each line has its own figure, computed whenever the record is read', async () => {
    const { data: { driver } } = await log('wanjiku', 'KDA 004A', 5, { logged_on: '2026-06-20' })
    const passengers = [{ employee: driver }, { employee: 'NOBODY' }]
    const { data: { no } } = await log('juma', 'KDA 004B', 5, { passengers })
    const drove = async (): Promise<unknown> => (await done('juma', 'GET', `${LOGS}/${no}`)).data.passengers?.map((one) => one.drove ?? null)
    expect(await drove()).toEqual(['KDA 004A', null])
    await log('wanjiku', 'KDA 004C', 5, { logged_on: '2026-06-21' })
    expect(await drove()).toEqual(['KDA 004C', null])
  })

  it('a person receives figures of their own records only, and rules in the browser read them', async () => {
    const told = async (name: string): Promise<LookupsAnswer> => (await done<LookupsAnswer>(name, 'GET', 'portal/lookups/vehicle-log')).data
    expect(await told('ekal')).toEqual({ myReadings: [], myLastDay: null })
    expect((await done<object>('ekal', 'GET', 'fleet/figures')).data).toEqual({ driven: 0 })
    await log('ekal', 'KDA 005B', 300, { logged_on: '2026-06-13' })
    await log('ekal', 'KDA 005A', 40)
    await log('ekal', 'KDA 005A', 70, { logged_on: '2026-06-14' })
    const lookups = await told('ekal')
    expect(lookups).toEqual({ myReadings: [{ group: 'KDA 005A', value: 70 }, { group: 'KDA 005B', value: 300 }], myLastDay: '2026-06-15' })
    expect((await done<object>('ekal', 'GET', 'fleet/figures')).data).toEqual({ driven: 370 })

    const ekal = await who('ekal')
    const { data: { types, settingsShapes } } = (await ekal.call('GET', 'portal/bootstrap')).json<{ data: BootstrapAnswer }>()
    const manifest = (await ekal.call('GET', `portal/manifests/${types['vehicle-log']?.manifest}.json`)).json<ClientManifest>()
    expect(Object.keys(manifest.rules)).toEqual(['not-below-my-own', 'not-before-my-last'])
    const failures: unknown[] = []
    const catalogue = { types: { 'vehicle-log': { ...manifest, permissions: {} } }, settings: settingsShapes } as unknown as Catalogue
    const type = createEngine(catalogue, {}, (failure) => failures.push(failure)).type('vehicle-log')
    const context = { user: { roles: [] }, settings: {}, company: {}, today: '2026-06-15', ref: () => undefined, lists: {}, lookups } as unknown as RuleContext
    const warnings = (doc: object, ctx = context): string[] => type.evaluate(doc as never, ctx, { action: 'save' }).warnings.map(({ message }) => message)
    expect(warnings({ vehicle: 'KDA 005B', odometer: 250, logged_on: '2026-06-14' })).toEqual(['Your last log is of 15th Jun 2026.', 'You have read more from KDA 005B before.'])
    expect(warnings({ vehicle: 'KDA 005A', odometer: 250, logged_on: '2026-06-15' })).toEqual([])
    expect(warnings({ vehicle: 'KDA 005B', odometer: 250, logged_on: '2026-06-14' }, { ...context, lookups: { myReadings: [], myLastDay: null } })).toEqual([])
    expect(failures).toEqual([])
  })

  it('a list shows no figure of a lookup that reads the input of a dialog, which a list does not have', async () => {
    const { data: { no } } = await log('wanjiku', 'KDA 006A', 10, { fuel: 'Diesel', litres: 7 })
    expect(Object.keys((await done<object>('wanjiku', 'GET', 'fleet/figures')).data)).toEqual(['driven'])
    expect((await done('wanjiku', 'POST', `${LOGS}/${no}/actions/swap`, { input: { vehicle: 'kda 006a' } })).data.no).toBe(no)
  })

  it('readings of one odometer at the same time each count from the one before', async () => {
    for (const vehicle of ['KDA 101A', 'KDA 101B', 'KDA 101C']) {
      await log('wanjiku', vehicle, 1000)
      const readings = [1010, 1020, 1005, 1040, 1030, 1015]
      const callers = [await who('wanjiku'), await who('juma'), await who('ekal')]
      const answers = await Promise.all(readings.map((odometer, index) => (index % 2 === 0 ? first : second).inject({
        method: 'POST', url: `/api/v1/${LOGS}`, headers: { authorization: `Bearer ${callers[index % 3]!.token}` }, payload: { vehicle, odometer, logged_on: '2026-06-15' },
      })))
      const [made, others] = [answers.filter(({ statusCode }) => statusCode === 201), answers.filter(({ statusCode }) => statusCode !== 201)]
      const driven = made.map((answer) => answer.json<{ data: Log }>().data.distance)
      // Each is counted from the previous one: together they add up to the whole distance, once.
      expect(driven.reduce((sum, distance) => sum + distance, 0)).toBe(40)
      expect(others.map((answer) => answer.body).filter((body) => !body.includes(`${vehicle} stood at 1,0`))).toEqual([])
    }
  })
})
