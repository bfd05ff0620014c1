/**
 * A state is split into several that have the same status: stored records keep their status, and calls return the same as before.
 * tests/store/split-states.test.ts covers the SQL, on both databases.
 */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/core/index.ts'
import { buildApp } from '../../src/server/app.ts'
import { migrate } from '../../src/server/store/schema/migrations.ts'
import { ONE_KIND, ROOT, startApp, type Caller, type TestApp } from './harness.ts'
import { openEntry } from './petty-cash-cases.ts'
import { endRenewed, loadAnew } from './renewed.ts'

const EXTENTS = ['Not begun', 'Begun', 'Done'] as const
const LABELS: Record<string, string> = { 'Not begun': 'Approved', Begun: 'Approved, begun', Done: 'Approved, done' }

/** An errand that is approved and then worked off: its progress is computed besides one state, or is in the states themselves. */
function manifestOf(isSplit: boolean): object {
  const stateOf = (extent: string): object => ({ label: LABELS[extent], tone: 'success', ...(extent === 'Done' ? { final: true } : { editable: true }), wire: { status: 'Released', extent }, was: { Released: extent === 'Not begun' ? 'true' : `doc.extent == "${extent}"` } })
  const whole = 'doc.done >= doc.needed'
  return {
    id: 'errand', kind: 'document', title: { one: 'Errand', many: 'Errands' }, key: 'no', series: 'ER-{0000}', owner: 'by', label: 'what',
    schema: {
      required: ['what'],
      properties: {
        no: { type: 'string', title: 'No.' }, by: { type: 'string', title: 'By' }, what: { type: 'string', title: 'What' }, day: { type: 'string', format: 'date', title: 'Day', 'x-stamp': 'today' },
        needed: { type: 'number', title: 'Needed', default: 2 }, done: { type: 'number', title: 'Done', readOnly: true, default: 0 },
        pace: { type: 'string', title: 'Pace', enum: ['slow', 'fast'], 'x-enum-titles': { slow: 'at leisure', fast: 'in haste' }, default: 'slow' },
        extent: { type: 'string', title: 'Extent', ...(!isSplit && { 'x-compute': `state != "Released" ? "" : (${whole} ? "Done" : (doc.done > 0.0 ? "Begun" : "Not begun"))` }) },
      },
    },
    list: {
      columns: { no: {}, status: {}, what: {}, extent: {} }, sort: 'no', search: ['what', 'status'],
      tabs: { open: { title: 'Open', states: ['Open'] }, approved: { title: 'Approved', states: ['Released'] }, ...(isSplit && { idle: { title: 'Not begun', states: ['Not begun'] } }) }, tiles: { all: 'All', Open: 'Open', Released: 'Approved' },
    },
    states: { Open: { initial: true, editable: true }, Waiting: {}, ...(isSplit ? Object.fromEntries(EXTENTS.map((extent) => [extent, stateOf(extent)])) : { Released: { label: 'Approved', final: true, editable: true } }), Rejected: { final: true } },
    actions: {
      save: { from: ['new', 'Open', ...(isSplit ? ['Not begun', 'Begun'] : ['Released'])], who: ['owner'], saves: true, ...(!isSplit && { when: 'doc.extent != "Done"' }) },
      send: { from: ['Open'], who: ['owner'], to: 'Waiting', starts: 'approval' },
      work: {
        from: isSplit ? ['Not begun', 'Begun'] : ['Released'], who: ['owner'],
        ...(isSplit ? { to: [{ when: whole, to: 'Done' }, { to: 'Begun' }] } : { when: 'doc.extent != "Done"' }),
        input: { properties: { more: { type: 'number', title: 'More', default: 1 } } }, sets: { done: 'doc.done + input.more' }, success: '{no} is {status}, {pace}',
      },
    },
    approval: { steps: { boss: { approver: 'supervisor' } }, approved: isSplit ? [{ when: whole, to: 'Done' }, { to: 'Not begun' }] : 'Released', rejected: 'Rejected', summary: ['what'] },
    reminders: { 'to-do': { date: 'day', days: [0], states: ['Released'], to: ['owner'], subject: 'Errand {no}', text: '{status}' } },
    permissions: {
      employee: { rows: 'doc.by == user.employee', can: ['list', 'get', 'create'] }, approver: { rows: 'doc.no in user.assigned', can: ['list', 'get'] },
      finance: { rows: isSplit ? `state in ${JSON.stringify(EXTENTS)}` : 'state == "Released"', can: ['list', 'get'], hide: ['extent'] },
    },
  }
}

const MODULE = {
  id: 'errands', title: 'Errands', menu: { errands: { title: 'Errands', page: 'errand.list' } },
  pages: { 'errand.list': { path: '/errands', screen: 'list', type: 'errand' } },
  dashboards: {
    errands: {
      title: 'Errands',
      tiles: { approved: { title: 'Approved', type: 'errand', states: ['Released'], date: 'day' } },
      charts: {
        states: { title: 'States', kind: 'pie', series: { errands: { title: 'Errands', type: 'errand', date: 'day', by: 'status' } } },
        months: { title: 'Months', kind: 'months', series: { errands: { title: 'Errands', type: 'errand', date: 'day', solid: ['Released'] } } },
      },
    },
  },
}

interface Errand { no: string; status: string; extent?: string; _state?: string; _rev: number; _actions: string[]; _refused: Record<string, string> }
interface HistoryEvent { kind: string; from: string | null; to: string | null; changes: JsonObject }

/** The calls whose responses are compared. */
const CALLS = [
  'documents/errand?tiles=1', 'documents/errand?status=Released', 'documents/errand?status=Open&tiles=1', 'documents/errand?tab=approved', 'documents/errand?limit=2&tab=approved', 'documents/errand?limit=2&status=Released',
  'documents/errand?sort=status', 'documents/errand?sort=-status&limit=3', 'documents/errand?search=released', 'documents/errand?status=Begun', 'portal/search?q=errand', 'dashboards/errands',
  ...[1, 2, 3, 4, 5].flatMap((no) => [`documents/errand/ER-000${no}`, `documents/errand/ER-000${no}/events`]),
]

/** What only the split brings: the state itself, and a tab for one of the new states. */
const NEW = new Set(['_state', 'idle'])

/** A response without what is new, the labels of new states, and what differs each time. */
function withoutState(value: unknown): unknown {
  if (typeof value === 'string' && Object.values(LABELS).includes(value)) return 'Approved'
  if (Array.isArray(value)) return value.map(withoutState)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => !NEW.has(name) && name !== 'requestId').map(([name, one]) => [name, withoutState(one)]))
}

describe.each(ONE_KIND)('a state that was split into several, on %s', (kind) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'dirisha-states-'))
  let test: TestApp
  let renewed: FastifyInstance
  let people: Record<'wanjiku' | 'otieno' | 'mutua', Caller>
  let before: Record<string, unknown>
  let after: Record<string, unknown>
  const write = (isSplit: boolean): void => {
    mkdirSync(path.join(folder, 'errands/errand'), { recursive: true })
    writeFileSync(path.join(folder, 'errands/module.json'), JSON.stringify(MODULE))
    writeFileSync(path.join(folder, 'errands/errand/manifest.json'), JSON.stringify(manifestOf(isSplit)))
  }
  const ask = async <T>({ token }: Caller, url: string, method: 'GET' | 'PATCH' | 'POST' = 'GET', payload?: object, status = 200): Promise<T> => {
    const answer = await renewed.inject({ method, url: `/api/v1/${url}`, headers: { authorization: `Bearer ${token}` }, ...(payload && { payload }) })
    expect(answer.statusCode, answer.body).toBe(status)
    return answer.json<{ data: T }>().data
  }
  const everything = async (app: Pick<FastifyInstance, 'inject'>): Promise<Record<string, unknown>> => {
    const answers: [string, unknown][] = []
    for (const [name, { token }] of Object.entries(people)) {
      for (const url of CALLS) {
        const { statusCode, body } = await app.inject({ method: 'GET', url: `/api/v1/${url}`, headers: { authorization: `Bearer ${token}` } })
        answers.push([`${name} ${url}`, [statusCode, JSON.parse(body) as unknown]])
      }
    }
    return Object.fromEntries(answers)
  }
  const stored = async (): Promise<{ key: string; state: string; rev: number; data: JsonObject }[]> =>
    (await sql<{ key: string; state: string; rev: number; data: JsonObject }>`select key, state, rev, data from documents where type = 'errand' order by key`.execute(test.services.database.kysely)).rows

  beforeAll(async () => {
    write(false)
    test = await startApp({ kind, modules: [path.join(ROOT, 'modules'), folder] })
    const [wanjiku, otieno, mutua] = await Promise.all(['wanjiku', 'otieno', 'mutua'].map((name) => test.signIn(`${name}@mazingira.example`)))
    people = { wanjiku: wanjiku!, otieno: otieno!, mutua: mutua! }
    const ok = async (answer: ReturnType<Caller['call']>): Promise<void> => { const { statusCode, body } = await answer; expect(statusCode, body).toBeLessThan(300) }
    const begun: [what: string, needed: number, steps: string[]][] = [['errand of none', 2, []], ['errand to do', 2, ['send', 'approve']], ['errand begun', 2, ['send', 'approve', 'work']], ['errand done', 1, ['send', 'approve', 'work']], ['errand of nothing', 0, ['send', 'approve']]]
    for (const [index, [what, needed, steps]] of begun.entries()) {
      const no = `ER-000${index + 1}`
      await ok(people.wanjiku.call('POST', 'documents/errand', { what, needed }))
      for (const step of steps) {
        if (step === 'approve') await ok(people.otieno.call('POST', 'approvals/approve', { entryNo: (await openEntry(people.otieno, no)).entryNo }))
        else await ok(people.wanjiku.call('POST', `documents/errand/${no}/actions/${step}`, step === 'work' ? { input: { more: 1 } } : {}))
      }
    }
    before = await everything(test.app)
    write(true)
    await loadAnew(test)
    await migrate(test.services.database, test.engines.base().catalogue, test.engines.hiddenByOverlays)
    renewed = await buildApp(test.services)
    after = await everything(renewed)
  }, 300_000)
  afterAll(() => endRenewed(renewed, test, folder))

  it('every list, tile, tab, filter, sort, search, history and dashboard answers as before the split', () => {
    expect(withoutState(after)).toEqual(withoutState(before))
  })

  it('stored records are in their new states, at the revisions that they had', async () => {
    expect((await stored()).map(({ state, rev, data }) => [state, rev, data['status'], data['extent']])).toEqual([
      ['Open', 1, 'Open', undefined], ['Not begun', 3, 'Not begun', 'Not begun'], ['Begun', 4, 'Begun', 'Begun'], ['Done', 4, 'Done', 'Done'], ['Done', 3, 'Done', 'Done'],
    ])
  })

  it('the next start changes no stored record', async () => {
    const found = await stored()
    await migrate(test.services.database, test.engines.base().catalogue, test.engines.hiddenByOverlays)
    expect(await stored()).toEqual(found)
  })

  it('the state is beside the status, except for a person who does not see the field that reveals it', async () => {
    expect((await ask<Errand[]>(people.wanjiku, 'documents/errand')).map(({ status, _state }) => [status, _state])).toEqual([['Open', 'Open'], ['Released', 'Not begun'], ['Released', 'Begun'], ['Released', 'Done'], ['Released', 'Done']])
    const seen = await ask<Errand[]>(people.mutua, 'documents/errand')
    expect(seen.map(({ status, _state, extent }) => [status, _state, extent])).toEqual(Array.from({ length: 4 }, () => ['Released', undefined, undefined]))
  })

  it('the views have the status, and also the state unless a role does not see the field that reveals it', async () => {
    const { database, engines } = test.services
    const rows = async (): Promise<[string, string][]> => (await sql<{ document_state: string; status: string }>`select document_state, status from v_errand order by document_key`.execute(database.kysely)).rows.map(({ document_state: state, status }) => [state, status])
    const withheld = [['Open', 'Open'], ['Released', 'Released'], ['Released', 'Released'], ['Released', 'Released'], ['Released', 'Released']]
    expect(await rows()).toEqual(withheld)
    const { catalogue } = engines.base()
    const errand = catalogue.types['errand']!
    const permissions = { ...errand.permissions, finance: { ...errand.permissions['finance']!, hide: [] } }
    await migrate(database, { ...catalogue, types: { ...catalogue.types, errand: { ...errand, permissions } } }, engines.hiddenByOverlays)
    expect(await rows()).toEqual([['Open', 'Open'], ['Not begun', 'Released'], ['Begun', 'Released'], ['Done', 'Released'], ['Done', 'Released']])
    await migrate(database, catalogue, engines.hiddenByOverlays)
    expect(await rows()).toEqual(withheld)
  })

  it('an action that another state of the same status allows is refused without naming the status', async () => {
    const done = await ask<Errand>(people.wanjiku, 'documents/errand/ER-0004')
    expect([done._actions, done._refused['work'], done._refused['send']]).toEqual([[], 'when', 'state'])
    const { message } = (await renewed.inject({ method: 'POST', url: '/api/v1/documents/errand/ER-0004/actions/work', headers: { authorization: `Bearer ${people.wanjiku.token}` }, payload: {} })).json<{ message: string }>()
    expect(message).toBe('Work is not possible on Errand ER-0004 as it stands.')
  })

  it('search hits and refusals withhold the state from a person who does not see a field that follows from it', async () => {
    const labels = async (caller: Caller): Promise<unknown[]> => (await ask<{ type: string; key: string; state: { label: string } }[]>(caller, 'portal/search?q=errand')).filter(({ type, key }) => type === 'errand' && key > 'ER-0001').map(({ key, state }) => [key, state.label]).sort()
    expect(await labels(people.wanjiku)).toEqual([['ER-0002', 'Approved'], ['ER-0003', 'Approved, begun'], ['ER-0004', 'Approved, done'], ['ER-0005', 'Approved, done']])
    expect(await labels(people.mutua)).toEqual(['ER-0002', 'ER-0003', 'ER-0004', 'ER-0005'].map((key) => [key, 'Approved']))
    const refusal = async ({ token }: Caller): Promise<string> => (await renewed.inject({ method: 'POST', url: '/api/v1/documents/errand/ER-0004/actions/send', headers: { authorization: `Bearer ${token}` }, payload: {} })).json<{ message: string }>().message
    expect(await refusal(people.wanjiku)).toBe('Send is not possible while Errand ER-0004 is Approved, done.')
    expect(await refusal(people.mutua)).toBe('Send is not possible while Errand ER-0004 is Approved.')
  })

  it('a tab that tells states of one status apart is refused to a person who may not see the difference', async () => {
    expect((await ask<Errand[]>(people.wanjiku, 'documents/errand?tab=idle')).map(({ no }) => no)).toEqual(['ER-0002'])
    await ask(people.mutua, 'documents/errand?tab=idle', 'GET', undefined, 400)
    expect(await ask<Errand[]>(people.mutua, 'documents/errand?tab=approved')).toHaveLength(4)
  })

  it('an action moves the record to the state whose condition holds', async () => {
    const answer = await renewed.inject({ method: 'POST', url: '/api/v1/documents/errand/ER-0003/actions/work', headers: { authorization: `Bearer ${people.wanjiku.token}` }, payload: { input: { more: 1 } } })
    const { data: worked, message } = answer.json<{ data: Errand; message: string }>()
    // As on the screen: the label of the state, and the title of the choice.
    expect(message).toBe('ER-0003 is Approved, done, at leisure')
    expect([worked.status, worked._state, worked.extent]).toEqual(['Released', 'Done', 'Done'])
    const [last] = (await ask<HistoryEvent[]>(people.wanjiku, 'documents/errand/ER-0003/events')).slice(-1)
    expect(last).toMatchObject({ kind: 'work', from: 'Released', to: 'Released', changes: { extent: { from: 'Begun', to: 'Done' } } })
    expect(last?.changes).not.toHaveProperty('status')
  })

  it('an approval moves the record to the state whose condition holds', async () => {
    for (const [what, needed, state] of [['more', 3, 'Not begun'], ['nothing more', 0, 'Done']] as const) {
      const { no } = await ask<Errand>(people.wanjiku, 'documents/errand', 'POST', { what, needed }, 201)
      await ask(people.wanjiku, `documents/errand/${no}/actions/send`, 'POST', {})
      await ask(people.otieno, 'approvals/approve', 'POST', { entryNo: (await openEntry(people.otieno, no)).entryNo })
      expect(await ask<Errand>(people.wanjiku, `documents/errand/${no}`)).toMatchObject({ status: 'Released', _state: state, extent: state })
    }
  })

  it('a record that is sent back as it was read keeps its state and status', async () => {
    const read = await ask<Errand>(people.wanjiku, 'documents/errand/ER-0002')
    expect(read).toMatchObject({ status: 'Released', _state: 'Not begun', extent: 'Not begun' })
    expect(await ask<Errand>(people.wanjiku, 'documents/errand/ER-0002', 'PATCH', read)).toMatchObject({ status: 'Released', _state: 'Not begun', extent: 'Not begun' })
  })

  it.each(['Not begun', 'Begun', 'Open'])('the status cannot be sent as "%s", which is not the status of the record', async (status) => {
    await ask(people.wanjiku, 'documents/errand/ER-0002', 'PATCH', { status }, 422)
  })

  it('a state that is sent with a change is ignored', async () => {
    const { _state, _rev } = await ask<Errand>(people.wanjiku, 'documents/errand/ER-0001')
    expect(await ask<Errand>(people.wanjiku, 'documents/errand/ER-0001', 'PATCH', { what: 'errand of one', _state: 'Done', _rev })).toMatchObject({ what: 'errand of one', status: 'Open', _state })
  })

  it('the API description lists the statuses and the states', async () => {
    const { components } = (await renewed.inject({ method: 'GET', url: '/api/v1/openapi.json' })).json<{ components: { schemas: Record<string, { properties: Record<string, { enum?: string[] }> }> } }>()
    const { status, _state } = components.schemas['Errand']!.properties
    expect([status?.enum, _state?.enum]).toEqual([['Open', 'Waiting', 'Released', 'Rejected'], ['Open', 'Waiting', 'Not begun', 'Begun', 'Done', 'Rejected']])
  })
})

describe.each(ONE_KIND)('the demo records of a type whose state was split, on %s', (kind) => {
  let test: TestApp
  beforeAll(async () => { test = await startApp({ kind, isLived: true }) }, 120_000)
  afterAll(() => test.stop())

  it('records that are stored with the former state get their present states back', async () => {
    const { database, engines } = test.services
    const { catalogue } = engines.base()
    const rows = async (): Promise<object[]> => (await sql<object>`select company, type, key, state, rev, data from documents order by company, type, key`.execute(database.kysely)).rows
    const whole = await rows()
    const split = Object.values(catalogue.types).filter(({ states }) => Object.values(states).some(({ was }) => was !== undefined))
    expect(split.map(({ id }) => id)).toEqual(['requisition'])
    for (const { id, states, stateField } of split) {
      for (const { name, was = {} } of Object.values(states)) {
        for (const earlier of Object.keys(was)) await sql`update documents set state = ${earlier}, data = jsonb_set(data, array[${stateField}]::text[], to_jsonb(${earlier}::text)) where type = ${id} and state = ${name}`.execute(database.kysely)
      }
    }
    expect(await rows()).not.toEqual(whole)
    await migrate(database, catalogue, engines.hiddenByOverlays)
    expect(await rows()).toEqual(whole)
  })
})
