/** Overlays that an administrator publishes: their scope, what is refused, and who published what. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tryOverlay } from '../../src/server/manifests/try-out.ts'
import { applyPublished } from '../../src/server/manifests/published-overlays.ts'
import { appendEvent } from '../../src/server/store/audit/events.ts'
import { insertOverlay } from '../../src/server/store/settings/overlays.ts'
import { findUserByEmail, saveUser } from '../../src/server/store/users/users.ts'
import { establishSession } from '../../src/server/sign-in/establish-session.ts'
import { hashToken } from '../../src/server/sign-in/tokens.ts'
import type { TriedOut } from '../../src/server/services.ts'
import { NO_CODES, NO_LIMITS, startApp, type Caller, type TestApp } from './harness.ts'

interface Manifest { actions: Record<string, { label: { text: string } } | undefined>; list: { columns: Record<string, { offered: boolean; width?: number }> }; shape: { fields: Record<string, { maxLength?: number }> } }
interface Reply { data: { id: number }; message: string; errors?: { path: string; rule: string; message: string }[] }

let portal: TestApp
const people: Record<'admin' | 'wanjiku' | 'mutua' | 'zawadi', Caller> = {} as never

beforeAll(async () => {
  portal = await startApp({ environment: NO_LIMITS, settings: NO_CODES })
  for (const [name, email] of [['admin', 'admin@mazingira.example'], ['wanjiku', 'wanjiku@mazingira.example'], ['mutua', 'mutua@mazingira.example'], ['zawadi', 'zawadi@uwezo.example']] as const) people[name] = await portal.signIn(email)
}, 120_000)
afterAll(async () => portal.stop())

/** The manifest of petty cash in the person's portal. */
async function manifestOf(person: Caller): Promise<Manifest> {
  return (await person.call('GET', await manifestPath(person))).json<Manifest>()
}

/** Where the person's portal has been told to fetch the manifest of petty cash. */
async function manifestPath(person: Caller): Promise<string> {
  const { data } = (await person.call('GET', 'portal/bootstrap')).json<{ data: { types: Record<string, { manifest: string }> } }>()
  return `portal/manifests/${data.types['petty-cash']?.manifest ?? ''}.json`
}

const sendLabel = async (person: Caller): Promise<string | undefined> => (await manifestOf(person)).actions['send']?.label.text
const overlay = (scope: object, ...operations: object[]): object => ({ extends: { id: 'petty-cash', version: 1 }, scope, operations })
const label = (to: string): object => ({ do: 'set', at: 'actions.send.label', to, was: 'Send For Approval' })

const numbers = `[${Array.from({ length: 190 }, () => 1).join()}]`
const expensive = `!${numbers}.exists(a, ${numbers}.exists(b, a + b > 50))`

/** The trial with a call of `onRecord` before each record that is evaluated. */
function countedTrial(trial: TriedOut, onRecord: () => void): TriedOut {
  const type = trial.engine.type(trial.type)
  const counted = new Proxy(type, { get: (whole, name) => (name === 'evaluating' ? (...given: Parameters<typeof whole.evaluating>) => (onRecord(), whole.evaluating(...given)) : bound(whole, name)) })
  return { ...trial, engine: new Proxy(trial.engine, { get: (whole, name) => (name === 'type' ? () => counted : bound(whole, name)) }) }
}

function bound<T extends object>(whole: T, name: string | symbol): unknown {
  const value = Reflect.get(whole, name) as unknown
  return typeof value === 'function' ? value.bind(whole) as unknown : value
}

const tooExpensive = `!${numbers}.exists(a, ${numbers}.exists(b, ${numbers}.exists(c, a + b + c > 600)))`

async function publish(body: object): Promise<number> {
  const answer = await people.admin.call('POST', 'admin/overlays', body)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Reply>().data.id
}

describe('a published overlay', () => {
  it('an overlay applies to its company, role or person, layer over layer, until it is withdrawn', async () => {
    const me = (await people.wanjiku.call('GET', 'hrmis/auth/session')).json<{ data: { user: { id: string } } }>().data.user.id
    const ids = [
      await publish(overlay({ company: 'MRT' }, label('Submit'))),
      await publish(overlay({ role: 'finance' }, label('Submit to finance'))),
      await publish(overlay({ user: me }, { do: 'set', at: 'list.columns.description.width', to: 320 }, { do: 'hide', at: 'list.columns.posting_date' })),
    ]
    expect(await Promise.all([people.wanjiku, people.mutua, people.zawadi].map(sendLabel))).toEqual(['Submit', 'Submit to finance', 'Send For Approval'])
    const { columns } = (await manifestOf(people.wanjiku)).list
    expect([columns['description']?.width, columns['posting_date']?.offered]).toEqual([320, true])
    expect((await manifestOf(people.mutua)).list.columns['posting_date']?.offered).toBe(false)
    for (const id of ids) expect((await people.admin.call('DELETE', `admin/overlays/${id}`)).statusCode).toBe(200)
    expect(await Promise.all([people.wanjiku, people.mutua].map(sendLabel))).toEqual(['Send For Approval', 'Send For Approval'])
  })

  it('a manifest that an overlay has just replaced is still sent to whoever was told of it', async () => {
    const path = await manifestPath(people.wanjiku)
    const ids = [await publish(overlay({ company: 'MRT' }, label('Submit'))), await publish(overlay({ company: 'MRT' }, { do: 'set', at: 'list.columns.description.width', to: 320 }))]
    expect(await manifestPath(people.wanjiku)).not.toBe(path)
    const answer = await people.wanjiku.call('GET', path)
    expect([answer.statusCode, answer.json<Manifest>().actions['send']?.label.text]).toEqual([200, 'Send For Approval'])
    expect((await people.admin.call('GET', path)).statusCode, 'not to people of other roles').toBe(404)
    for (const id of ids) await people.admin.call('DELETE', `admin/overlays/${id}`)
  })

  it('an overlay is checked at every load: one published before a check existed loosens nothing and is reported', async () => {
    const db = portal.services.database.kysely
    const { manifest: before } = portal.engines.base().type('employee')
    const { fields = [] } = before.dualControl ?? {}
    const { hide = [] } = before.permissions['employee'] ?? {}
    expect([fields.includes('supervisor'), hide.includes('grade')]).toEqual([true, true])
    const loosening = [
      { do: 'set', at: 'dualControl.fields', to: ['grade'], was: ['department', 'supervisor', 'email', 'phoneNo', 'user_id', 'grade', 'substitute', 'approval_limit', 'approves_any_amount'] },
      { do: 'set', at: 'dualControl', to: { fields: ['grade'], checker: 'employee' } },
      { do: 'set', at: 'permissions.employee.hide', to: ['phoneNo'] },
      { do: 'set', at: 'permissions.employee', to: { can: ['list', 'get'] } },
    ]
    const overlay = { extends: { id: 'employee', version: 1 }, scope: { company: 'MRT' }, author: 'Before', operations: [...loosening, { do: 'set', at: 'title.one', to: 'Colleague' }] }
    // As it was stored at that time, without today's checks.
    const id = await insertOverlay(db, { scope: 'company:MRT', type: 'employee', overlay, by: 'test', at: portal.clock.now() })
    // As a server does when it starts, and when manifests are reloaded.
    for (const read of [() => applyPublished(portal.services), () => portal.engines.reload()]) {
      await read()
      const { manifest } = portal.engines.forActor({ company: 'MRT', roles: ['employee', 'everyone'] }).type('employee')
      expect([manifest.dualControl, manifest.permissions['employee'], manifest.title.one]).toEqual([before.dualControl, before.permissions['employee'], 'Colleague'])
    }
    const { data: seen } = (await people.wanjiku.call('GET', 'documents/employee?limit=5')).json<{ data: object[] }>()
    expect(seen.length).toBeGreaterThan(0)
    for (const row of seen) expect(row).not.toHaveProperty('grade')
    const { data: listed } = (await people.admin.call('GET', 'admin/overlays')).json<{ data: { id: number; conflicts: { code: string; path: string }[] }[] }>()
    expect(listed.find((one) => one.id === id)?.conflicts.map(({ code, path }) => [code, path])).toEqual(loosening.map((_, at) => ['E606', `operations.${at}.to`]))
    expect((await people.admin.call('DELETE', `admin/overlays/${id}`)).statusCode).toBe(200)
  })

  it('no overlay hides the changes from the approver of a change, even one written to the database directly', async () => {
    const hiding = [{ do: 'set', at: 'approval.summary', to: ['recordTitle'] }, { do: 'hide', at: 'card.sections.changes' }, { do: 'tighten', at: 'permissions.administrator.hide', to: ['changes'] }]
    const overlay = { extends: { id: 'record-change', version: 1 }, scope: { company: 'MRT' }, operations: hiding }
    const { data } = (await people.admin.call('POST', 'admin/overlays/preview', overlay)).json<{ data: { issues: { rule: string; path: string }[] } }>()
    expect(data.issues.map(({ rule, path }) => `${rule} ${path}`)).toEqual(hiding.map((_, at) => `E606 operations.${at}.at`))
    expect((await people.admin.call('POST', 'admin/overlays', overlay)).statusCode).toBe(422)
    const id = await insertOverlay(portal.services.database.kysely, { scope: 'company:MRT', type: 'record-change', overlay, by: 'test', at: portal.clock.now() })
    await applyPublished(portal.services)
    const before = portal.engines.base().type('record-change').manifest
    const { manifest } = portal.engines.forActor({ company: 'MRT', roles: ['administrator', 'everyone'] }).type('record-change')
    expect([manifest.approval?.summary, manifest.card, manifest.permissions]).toEqual([before.approval?.summary, before.card, before.permissions])
    expect((await people.admin.call('DELETE', `admin/overlays/${id}`)).statusCode).toBe(200)
  })

  it('an overlay is tried on the existing records, and is not published if it does too much on one of them', async () => {
    await people.wanjiku.call('POST', 'hrmis/pettycash', { description: 'Many lines', pettyCashLinesAPI: Array.from({ length: 60 }, (_, index) => ({ amount: index + 1, description: `Line ${index}`, expense_code: 'MEALS' })) })
    const each = (name: string, inner: string): string => `doc.pettyCashLinesAPI.all(${name}, ${inner})`
    const slow = overlay({ company: 'MRT' }, { do: 'add', at: 'rules.slow', to: { on: 'description', check: each('a', each('b', each('c', 'a.amount + b.amount + c.amount >= 0.0'))), message: 'Never' } })
    const answer = await people.admin.call('POST', 'admin/overlays', slow)
    expect([answer.statusCode, answer.json<Reply>().message]).toEqual([422, `Tried on a sample record with 60 lines, "slow" does too much: it has to go through fewer lines or values.`])
    const preview = (await people.admin.call('POST', 'admin/overlays/preview', slow)).json<{ data: { issues: { rule: string }[] } }>()
    expect(preview.data.issues.map(({ rule }) => rule)).toEqual(['trial'])
    const quick = overlay({ company: 'MRT' }, { do: 'add', at: 'rules.quick', to: { on: 'description', check: each('a', each('b', 'a.amount + b.amount >= 0.0')), message: 'Never' } })
    expect((await people.admin.call('DELETE', `admin/overlays/${await publish(quick)}`)).statusCode).toBe(200)
  })

  it('a record on which the rules of the type itself do too much stops no overlay, and another that does too much is still found on it', async () => {
    const lines = Array.from({ length: 100 }, (_, index) => ({ expenseCode: 'TAXI', description: `Journey ${index}`, Quantity: 1, unitCost: 100 }))
    const made = await people.wanjiku.call('POST', 'hrmis/imprest', { imprestType: 'FIELD', Purpose: 'Many journeys', description: 'In and around Kisumu', startDate: '2026-06-22', endDate: '2026-06-24', imprestLinesAPI: lines })
    expect(made.statusCode, made.body).toBe(201)
    const of = (...operations: object[]): object => ({ extends: { id: 'imprest', version: 1 }, scope: { company: 'MRT' }, operations })
    expect((await people.admin.call('DELETE', `admin/overlays/${await publish(of({ do: 'hide', at: 'list.columns.postingDate' }))}`)).statusCode).toBe(200)
    const each = (name: string, inner: string): string => `doc.imprestLinesAPI.all(${name}, ${inner})`
    const slow = of({ do: 'add', at: 'rules.slow', to: { on: 'description', check: each('a', each('b', each('c', 'a.amount + b.amount + c.amount >= 0.0'))), message: 'Never' } })
    expect((await people.admin.call('POST', 'admin/overlays', slow)).json<Reply>().message).toContain('"slow" does too much')
  })

  it('the verdict of a trial does not depend on what the publisher may not read', async () => {
    const { no } = (await people.wanjiku.call('POST', 'hrmis/pettycash', { description: 'Between us only' })).json<{ data: { no: string } }>().data
    const mutua = await portal.signIn('mutua@mazingira.example')
    const { data } = (await mutua.call('GET', 'documents/staff-pay?limit=50')).json<{ data: { basic: number }[] }>()
    const { basic = 0 } = data.find(({ basic: pay }) => pay > 1) ?? {}
    expect([data.length > 3, basic > 1]).toEqual([true, true])
    const issuesOf = async (body: object): Promise<string[]> => (await people.admin.call('POST', 'admin/overlays/preview', body)).json<{ data: { issues: { message: string }[] } }>().data.issues.map(({ message }) => message)
    const spying = (id: string, on: string, check: string): object => ({ extends: { id, version: 1 }, scope: { company: 'MRT' }, operations: [{ do: 'add', at: 'rules.spy', to: { on, check: `!(${check}) || ${tooExpensive}`, message: 'Never' } }] })
    expect(await issuesOf(spying('staff-pay', 'paye', `doc.basic == ${basic}.0`))).toEqual([])
    expect(await issuesOf(spying('petty-cash', 'description', `doc.no == "${no}"`))).toEqual([])
    // What they may read is tried as it is, and what nobody may read as a sample.
    expect(await issuesOf(spying('currency', 'displayName', 'doc.code == "USD"'))).toEqual([expect.stringContaining('Tried on USD, "spy" does too much')])
    expect(await issuesOf(spying('staff-pay', 'paye', 'doc.basic == 1.0'))).toEqual([expect.stringContaining('Tried on a sample record, "spy" does too much')])
  })

  it('an expensive condition denies its action in the rows for which a list has no evaluation steps left', { timeout: 60_000 }, async () => {
    for (let made = 0; made < 40; made += 1) expect((await people.wanjiku.call('POST', 'hrmis/pettycash', { description: `One of many, ${made}` })).statusCode).toBe(201)
    const offered = async (): Promise<boolean[]> => {
      const { data } = (await people.wanjiku.call('GET', 'documents/petty-cash?limit=40')).json<{ data: { description: string; _actions: string[] }[] }>()
      return data.filter(({ description }) => description.startsWith('One of many')).map((row) => row._actions.includes('delete'))
    }
    expect(await offered()).toEqual(Array.from({ length: 40 }, () => true))
    const id = await publish(overlay({ company: 'MRT' }, { do: 'tighten', at: 'actions.delete.when', to: expensive }))
    const rows = await offered()
    // As many as fit in a million steps, at about 36,000 each.
    expect([rows.slice(0, 25), rows.slice(28)]).toEqual([Array.from({ length: 25 }, () => true), Array.from({ length: 12 }, () => false)])
    await people.admin.call('DELETE', `admin/overlays/${id}`)
    expect(await offered()).toEqual(Array.from({ length: 40 }, () => true))
  })

  it('a trial stops when its request is aborted, and names the expression that does too much', async () => {
    const session = await establishSession(portal.services, hashToken(people.admin.token), null)
    const body = overlay({ company: 'MRT' }, ...['amount_lcy', 'description', 'department'].map((field, at) => ({ do: 'add', at: `rules.dear-${at}`, to: { on: field, check: expensive, message: 'Never' } })), { do: 'tighten', at: 'actions.delete.when', to: `!${expensive}` })
    const tried = (signal: AbortSignal): Promise<object[]> => tryOverlay(portal.services, session, body as never, { replaced: undefined, scope: { company: 'MRT', roles: [] }, signal })
    await expect(tried(AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
    const gone = new AbortController()
    const trial = tried(gone.signal)
    setTimeout(() => { gone.abort(new Error('gone')) }, 5)
    await expect(trial).rejects.toThrow('gone')
    const answer = await people.admin.call('POST', 'admin/overlays', overlay({ company: 'MRT' }, { do: 'tighten', at: 'actions.delete.when', to: tooExpensive }))
    expect([answer.statusCode, answer.json<Reply>().message]).toEqual([422, expect.stringMatching(/^Tried on a sample record( with \d+ lines)?, ".*\[1,1,1.*…" does too much/)])
  })

  it('a trial that runs out of time warns how far it came, and fails if it finished no record', async () => {
    const session = await establishSession(portal.services, hashToken(people.admin.token), null)
    const body = overlay({ company: 'MRT' }, { do: 'add', at: 'rules.light', to: { on: 'description', check: 'size(doc.description) >= 0', message: 'Never' } })
    /** A trial that times out once so many records have been started. */
    const triedUntil = async (begun: number): Promise<object[]> => {
      const late = new AbortController()
      if (begun === 0) late.abort(new Error('late'))
      let left = begun
      const engines = new Proxy(portal.engines, {
        get: (all, name) => (name === 'tryOut' ? async (...given: Parameters<typeof all.tryOut>) => countedTrial((await all.tryOut(...given))!, () => { if (--left < 0) late.abort(new Error('late')) }) : Reflect.get(all, name) as unknown),
      })
      return tryOverlay({ ...portal.services, engines }, session, body as never, { replaced: undefined, scope: { company: 'MRT', roles: [] }, signal: new AbortController().signal, late: late.signal })
    }
    expect(await triedUntil(0)).toMatchObject([{ rule: 'trial', severity: 'error', message: expect.stringMatching(/^Tried on a sample record( with \d+ lines)?, all of it together takes too long: it has to do less\.$/) as string }])
    expect(await triedUntil(3)).toMatchObject([{ rule: 'trial', severity: 'warning', message: expect.stringMatching(/^Tried on 3 of \d+ records: it took too long to try all\.$/) as string }])
    expect(await triedUntil(99)).toEqual([])
  })

  it('an overlay stays while records are in a state that only it adds', async () => {
    const parking = [
      { do: 'add', at: 'states.Parked', to: { label: 'Parked' } },
      { do: 'add', at: 'actions.park', to: { label: 'Park', from: ['Open'], who: ['owner'], to: 'Parked' } },
      { do: 'add', at: 'actions.resume', to: { label: 'Resume', from: ['Parked'], who: ['owner'], to: 'Open' } },
    ]
    const id = await publish(overlay({ company: 'MRT' }, ...parking))
    const { no } = (await people.wanjiku.call('POST', 'hrmis/pettycash', { description: 'For later' })).json<{ data: { no: string } }>().data
    const move = async (action: string): Promise<number> => (await people.wanjiku.call('POST', `documents/petty-cash/${no}/actions/${action}`, {})).statusCode
    expect(await move('park')).toBe(200)
    const message = `Records are in the state “Parked”, which only this overlay adds. Move them to another state first, for example ${no}.`
    const withdrawn = await people.admin.call('DELETE', `admin/overlays/${id}`)
    expect([withdrawn.statusCode, withdrawn.json<Reply>().message]).toEqual([409, message])
    const without = overlay({ company: 'MRT' }, label('Submit'))
    const { data } = (await people.admin.call('POST', `admin/overlays/preview?replaces=${id}`, without)).json<{ data: { issues: { message: string }[] } }>()
    expect(data.issues.map((issue) => issue.message)).toEqual([message])
    const replaced = await people.admin.call('POST', `admin/overlays?replaces=${id}`, without)
    expect([replaced.statusCode, replaced.json<Reply>().message]).toEqual([409, message])
    // Another overlay that adds it takes its place.
    const kept = await people.admin.call('POST', `admin/overlays?replaces=${id}`, overlay({ company: 'MRT' }, ...parking, label('Submit')))
    expect(kept.statusCode, kept.body).toBe(200)
    expect(await move('resume')).toBe(200)
    expect((await people.admin.call('DELETE', `admin/overlays/${kept.json<Reply>().data.id}`)).statusCode).toBe(200)
  })

  it('an overlay that narrows who sees a master lifts no limit that rules read from it', async () => {
    const mostOfGrade = async (): Promise<number | undefined> => {
      const answer = await people.wanjiku.call('POST', 'documents/imprest', { Purpose: 'Seedlings', description: 'Seedlings', imprestType: 'TRAVEL', Type: 'Local', From: 'Nairobi', To: 'Kisumu', startDate: '2026-06-22', endDate: '2026-06-25' })
      expect(answer.statusCode, answer.body).toBe(201)
      const { no, mostOfGrade: most } = answer.json<{ data: { no: string; mostOfGrade?: number } }>().data
      expect((await people.wanjiku.call('DELETE', `documents/imprest/${no}?_rev=1`)).statusCode).toBe(200)
      return most
    }
    const before = await mostOfGrade()
    expect(before).toBeGreaterThan(0)
    const id = await publish({ extends: { id: 'imprest-limit', version: 1 }, scope: { company: 'MRT' }, operations: [{ do: 'tighten', at: 'permissions.employee.can', to: [] }] })
    expect(await mostOfGrade()).toBe(before)
    expect((await people.admin.call('DELETE', `admin/overlays/${id}`)).statusCode).toBe(200)
  })

  it('changes under dual control are decided by the role that checks them, under the name of the decision, and shown as they are', async () => {
    const triedOn = async (type: string, ...operations: object[]): Promise<string[]> => {
      const { data } = (await people.admin.call('POST', 'admin/overlays/preview', { extends: { id: type, version: 1 }, scope: { company: 'MRT' }, operations })).json<{ data: { issues: { message: string; severity: string }[] } }>()
      return data.issues.filter(({ severity }) => severity === 'error').map(({ message }) => message)
    }
    const tried = (...operations: object[]): Promise<string[]> => triedOn('record-change', ...operations)
    const value = (on: string): object => ({ do: 'add', at: 'rules.zz', to: { on, value: "'X'" } })
    for (const [type, on] of [['requisition', 'requestedFor'], ['requisition', 'documentType'], ['petty-cash', 'pettyCashLinesAPI.invoiceRef'], ['imprest', 'detailedImprestLines.supplier']] as const) {
      expect(await triedOn(type, value(on)), on).toEqual([expect.stringContaining(`the base decides by what people enter in "${on}"`)])
    }
    expect(await triedOn('petty-cash', { do: 'set', at: 'states.Released.label', was: 'Approved', to: 'Rejected' })).toEqual([expect.stringContaining('"Rejected" is what the state "Rejected" is called')])
    expect(await tried(value('reason'))).toEqual([expect.stringContaining('a request for a change says what its author wrote')])
    expect(await tried({ do: 'add', at: 'approval.steps.own', to: { title: 'Own', approver: 'supervisor' }, place: { first: true } })).toEqual([expect.stringContaining('only the role that the record names decides')])
    expect(await tried({ do: 'add', at: 'actions.approve.label', to: 'Reject' })).toEqual([expect.stringContaining('what people call another decision')])
    expect(await tried({ do: 'add', at: 'schema.properties.other', to: { type: 'string', title: 'Other', 'x-wire': 'summary' } })).toEqual([expect.stringContaining('"summary" is the name of "summary" in calls')])
  })

  it('the limit of an overlay is enforced by the server', async () => {
    const id = await publish(overlay({ company: 'MRT' }, { do: 'tighten', at: 'schema.properties.description.maxLength', to: 10 }))
    const answer = await people.wanjiku.call('POST', 'hrmis/pettycash', { description: 'Eleven char' })
    expect(answer.json<Reply>().message).toBe('Description can have at most 10 characters.')
    await people.admin.call('DELETE', `admin/overlays/${id}`)
    expect((await people.wanjiku.call('POST', 'hrmis/pettycash', { description: 'Eleven char' })).statusCode).toBe(201)
  })

  it('an explanation gives the value, its layer and author, and what every layer set', async () => {
    const ids = [await publish(overlay({ company: 'MRT' }, label('Submit'))), await publish({ ...overlay({ role: 'finance' }, label('Pass on')), author: 'Somebody else' })]
    const administrator = (await people.admin.call('GET', 'hrmis/auth/session')).json<{ data: { user: { name: string } } }>().data.user.name
    const explained = async (query: string): Promise<unknown> => (await people.admin.call('GET', `admin/explain?type=petty-cash&path=actions.send.label${query}`)).json<{ data: unknown[] }>().data[0]
    expect(await explained('')).toMatchObject({ path: 'actions.send.label', value: 'Submit', layer: 'company' })
    expect(await explained('&role=finance')).toMatchObject({
      value: 'Pass on', layer: 'role', author: administrator,
      history: [{ layer: 'base', value: 'Send For Approval', applied: true }, { layer: 'company', name: 'MRT', value: 'Submit', applied: true }, { layer: 'role', name: 'finance', value: 'Pass on', applied: true }],
    })
    expect(await explained('&company=BML')).toMatchObject({ value: 'Send For Approval', layer: 'base' })
    for (const id of ids) await people.admin.call('DELETE', `admin/overlays/${id}`)
  })

  it('an operation whose base has changed is set aside and listed, and the rest of the overlay applies', async () => {
    const { database } = portal.services
    const stale = overlay({ company: 'MRT' }, { do: 'set', at: 'actions.send.label', to: 'Submit', was: 'Send' }, { do: 'set', at: 'actions.reopen.label', to: 'Open again' })
    const id = await insertOverlay(database.kysely, { scope: 'company:MRT', type: 'petty-cash', overlay: stale as never, by: 'test', at: new Date() })
    await applyPublished(portal.services)
    const { actions } = await manifestOf(people.wanjiku)
    expect([actions['send']?.label.text, actions['reopen']?.label.text]).toEqual(['Send For Approval', 'Open again'])
    const { data } = (await people.admin.call('GET', 'admin/overlays')).json<{ data: { id: number; conflicts: object[] }[] }>()
    expect(data.find((one) => one.id === id)?.conflicts).toMatchObject([{ code: 'E604', path: 'operations.0.was', expected: 'Send', seen: 'Send For Approval' }])
    await people.admin.call('DELETE', `admin/overlays/${id}`)
  })
})

describe('an overlay with mistakes', () => {
  it.each([
    { name: 'an unknown action', body: overlay({ company: 'MRT' }, { do: 'set', at: 'actions.snd.label', to: 'x' }), rule: 'E603', says: /no "snd" here.*Did you mean “send”\?/ },
    { name: 'a looser limit', body: overlay({ company: 'MRT' }, { do: 'tighten', at: 'schema.properties.description.maxLength', to: 900 }), rule: 'E606', says: /not stricter/ },
    { name: 'a caption for one person', body: overlay({ user: '1' }, { do: 'set', at: 'actions.send.label', to: 'x' }), rule: 'E605', says: /order, width and visibility/ },
    { name: 'an unknown type', body: { ...overlay({ company: 'MRT' }), extends: { id: 'pety-cash', version: 1 } }, rule: 'E601', says: /no document type "pety-cash".*“petty-cash”/ },
    { name: 'an unknown operation', body: overlay({ company: 'MRT' }, { do: 'drop', at: 'actions.send' }), rule: 'E106', says: /not one of the values allowed/ },
    { name: 'two scopes', body: overlay({ company: 'MRT', role: 'finance' }, label('x')), rule: 'E108', says: /scope/i },
    { name: 'an unknown company', body: overlay({ company: 'MTR' }, label('x')), rule: 'unknown', says: /no company "MTR".*“MRT”/ },
    { name: 'an unknown role', body: overlay({ role: 'finanse' }, label('x')), rule: 'unknown', says: /no role "finanse".*“finance”/ },
    { name: 'an unknown person', body: overlay({ user: 'wanjku@mazingira.example' }, { do: 'hide', at: 'list.columns.status' }), rule: 'unknown', says: /no person "wanjku@mazingira.example" in your companies. Did you mean “[0-9a-f-]{36}”/ },
    { name: 'a client as its scope', body: overlay({ client: 'acme' }, label('x')), rule: 'scope', says: /a file of its modules/ },
    { name: 'an action by which owners release their own requests', body: overlay({ company: 'MRT' }, { do: 'add', at: 'actions.slip', to: { label: 'Slip', from: ['Open'], who: ['owner'], to: 'Released' } }), rule: 'E606', says: /"Released" would be reached from "Open"/ },
    { name: 'an action that changes a released request', body: overlay({ company: 'MRT' }, { do: 'add', at: 'actions.edit', to: { label: 'Edit', from: ['Released'], who: ['owner'], saves: true } }), rule: 'E606', says: /changes the document/ },
    { name: 'everybody as approver', body: overlay({ company: 'MRT' }, { do: 'set', at: 'approval.steps.supervisor.approver', to: { role: 'employee' } }), rule: 'E606', says: /not stricter/ },
    { name: 'an approval step that never applies', body: overlay({ company: 'MRT' }, { do: 'set', at: 'approval.steps.supervisor.when', to: 'false' }), rule: 'E606', says: /not stricter/ },
    { name: 'a total that is always 0', body: overlay({ company: 'MRT' }, { do: 'add', at: 'rules.zero', to: { on: 'total_amount', value: '0.0' } }), rule: 'E606', says: /only the base sets the value/ },
    { name: 'a route of its own', body: overlay({ company: 'MRT' }, { do: 'set', at: 'endpoints.list', to: 'GET hrmis/mine' }), rule: 'E605', says: /routes are the same for everybody/ },
    { name: 'a lookup of anybody’s pay', body: overlay({ company: 'MRT' }, { do: 'add', at: 'lookups.spy', to: { of: 'staff-pay', sum: 'basic', where: 'row.employeeNo == doc.reference_no' } }, { do: 'add', at: 'rules.tells', to: { on: 'description', check: 'false', message: '{lookups.spy}' } }), rule: 'E606', says: /"staff-pay".*may not read/ },
    { name: 'a list of colleagues’ phone numbers', body: overlay({ company: 'MRT' }, { do: 'add', at: 'lists.emp', to: { of: 'employee' } }, { do: 'add', at: 'schema.properties.phones', to: { type: 'string', title: 'Phones', 'x-compute': 'lists.emp.map(e, e.phoneNo).join(", ")' } }), rule: 'E606', says: /"employee".*may not read/ },
    { name: 'the grade of a referenced employee', body: overlay({ company: 'MRT' }, { do: 'add', at: 'schema.properties.other', to: { type: 'string', title: 'Other', 'x-ref': { to: 'employee', as: 'otherPerson' } } }, { do: 'add', at: 'schema.properties.spied', to: { type: 'string', title: 'Spied', 'x-compute': 'doc.otherPerson.grade' } }), rule: 'E606', says: /"grade" of "employee".*may not read/ },
    { name: 'the prototype of all objects as a field', body: overlay({ company: 'MRT' }, { do: 'add', at: 'schema.properties.__proto__', to: { type: 'string', title: 'x' } }), rule: 'E605', says: /is not a path/ },
    { name: 'a caption of two lines', body: overlay({ company: 'MRT' }, { do: 'set', at: 'actions.send.label', to: 'Submit\r\nnow' }), rule: 'E605', says: /must be one line of text/ },
    { name: 'no content', body: {}, rule: 'E104', says: /"extends" is missing/ },
  ])('an overlay with $name is refused with the reason', async ({ body, rule, says }) => {
    const answer = await people.admin.call('POST', 'admin/overlays', body)
    expect(answer.statusCode, answer.body).toBe(422)
    expect(answer.json<Reply>().errors?.map((one) => one.rule)).toContain(rule)
    expect(answer.json<Reply>().message).toMatch(says)
    expect((await people.admin.call('GET', 'admin/overlays')).json<{ data: unknown[] }>().data).toEqual([])
  })
})

describe('an administrator of one company', () => {
  let local: Caller
  const foreign: number[] = []
  const hide = { do: 'hide', at: 'list.columns.posting_date' }
  const idOf = async (email: string): Promise<string> => (await findUserByEmail(portal.services.database.kysely, email))?.id ?? ''

  beforeAll(async () => {
    const { kysely } = portal.services.database
    const admin = await findUserByEmail(kysely, 'admin@mazingira.example')
    await saveUser(kysely, { email: 'local@mazingira.example', name: 'Local', default_company: 'MRT', companies: ['MRT'], roles: [], is_admin: true, password_hash: admin?.password_hash ?? null })
    local = await portal.signIn('local@mazingira.example')
    foreign.push(await publish(overlay({ company: 'USC' }, label('Submit'))), await publish(overlay({ user: await idOf('zawadi@uwezo.example') }, hide)), await publish(overlay({ role: 'finance' }, label('Pass on'))))
  })
  afterAll(async () => { for (const id of foreign) await people.admin.call('DELETE', `admin/overlays/${id}`) })

  it('the administrator is offered only the people for whom they may publish', async () => {
    const offered = async (search: string): Promise<{ id: string; name: string; email: string }[]> =>
      (await local.call('GET', `admin/overlays/targets?search=${encodeURIComponent(search)}`)).json<{ data: { people: { id: string; name: string; email: string }[] } }>().data.people
    const { kysely } = portal.services.database
    for (const { id } of await offered('')) expect((await kysely.selectFrom('users').select(['companies', 'active']).where('id', '=', id).executeTakeFirstOrThrow())).toEqual({ companies: ['MRT'], active: true })
    const [wanjiku] = await offered('WANJIKU@')
    expect(wanjiku).toEqual({ id: await idOf('wanjiku@mazingira.example'), name: expect.any(String) as string, email: 'wanjiku@mazingira.example' })
    // As the screen queries it for a user whom its address names, and for the selected one.
    expect([await offered(wanjiku?.id ?? ''), await offered(`${wanjiku?.name} (${wanjiku?.email})`)]).toEqual([[wanjiku], [wanjiku]])
    expect([await offered('admin@mazingira.example'), await offered('zawadi')]).toEqual([[], []])
  })

  it('the administrator publishes for that company and its people', async () => {
    for (const scope of [{ company: 'MRT' }, { user: await idOf('wanjiku@mazingira.example') }]) {
      const answer = await local.call('POST', 'admin/overlays', overlay(scope, hide))
      expect(answer.statusCode, answer.body).toBe(200)
      expect((await local.call('DELETE', `admin/overlays/${answer.json<Reply>().data.id}`)).statusCode).toBe(200)
    }
  })

  it.each([
    { name: 'another company', scope: () => ({ company: 'USC' }), status: 403, says: /do not belong/ },
    { name: 'a role, which applies in every company', scope: () => ({ role: 'finance' }), status: 403, says: /applies to every company/ },
    { name: 'a person of another company', scope: async () => ({ user: await idOf('zawadi@uwezo.example') }), status: 422, says: /no person/ },
    { name: 'a person of more companies than theirs', scope: async () => ({ user: await idOf('admin@mazingira.example') }), status: 422, says: /no person/ },
  ])('the administrator cannot publish for $name', async ({ scope, status, says }) => {
    const before = await portal.services.database.kysely.selectFrom('overlays').selectAll().execute()
    const answer = await local.call('POST', 'admin/overlays', overlay(await scope(), hide))
    expect([answer.statusCode, answer.json<Reply>().message]).toEqual([status, expect.stringMatching(says)])
    expect(await portal.services.database.kysely.selectFrom('overlays').selectAll().execute()).toEqual(before)
  })

  it('the administrator sees, explains and withdraws no overlay of other companies', async () => {
    const { data } = (await local.call('GET', 'admin/overlays')).json<{ data: { scope: string }[] }>()
    expect(data.map(({ scope }) => scope)).toEqual(['role:finance'])
    expect(await Promise.all(foreign.map(async (id) => (await local.call('DELETE', `admin/overlays/${id}`)).statusCode))).toEqual([404, 404, 403])
    const { data: all } = (await people.admin.call('GET', 'admin/overlays')).json<{ data: { id: number }[] }>()
    expect(all.map(({ id }) => id)).toEqual(foreign)
    const explain = async (query: string): Promise<number> => (await local.call('GET', `admin/explain?type=petty-cash&path=actions.send${query}`)).statusCode
    expect(await Promise.all(['', '&company=MRT&role=finance', '&company=USC', '&company=XYZ', '&role=finanse', `&user=${await idOf('zawadi@uwezo.example')}`].map(explain))).toEqual([200, 200, 403, 422, 422, 422])
  })
})

describe('a repeated request of an administrator', () => {
  it('a publication that is repeated under one idempotency key publishes once', async () => {
    const send = async (to: string) => people.admin.call('POST', 'admin/overlays', overlay({ company: 'MRT' }, label(to)), { 'idempotency-key': 'publish once' })
    const [first, again, other] = [await send('Submit'), await send('Submit'), await send('Hand in')]
    expect(again.json<Reply>().data.id).toBe(first.json<Reply>().data.id)
    expect([again.headers['idempotent-replayed'], other.statusCode]).toEqual(['true', 422])
    expect(await sendLabel(people.wanjiku)).toBe('Submit')
    expect((await people.admin.call('GET', 'admin/overlays')).json<{ data: unknown[] }>().data).toHaveLength(1)
    await people.admin.call('DELETE', `admin/overlays/${first.json<Reply>().data.id}`)
  })

  it('a change of settings that is repeated under one idempotency key is made once', async () => {
    const send = async (caption: string) => people.admin.call('POST', 'admin/updateSettings', { minor_settings: { pettycash_caption: caption } }, { 'idempotency-key': 'set once' })
    await send('Float')
    await people.admin.call('POST', 'admin/updateSettings', { minor_settings: { pettycash_caption: '' } })
    expect((await send('Float')).headers['idempotent-replayed']).toBe('true')
    const { data } = (await people.admin.call('GET', 'admin/settings')).json<{ data: { minor_settings: { pettycash_caption?: string } } }>()
    expect(data.minor_settings.pettycash_caption).toBe('')
  })
})

describe('the screen of overlays', () => {
  const base = 'Send For Approval'
  const rows = async (): Promise<Record<string, unknown>[]> => (await people.admin.call('GET', 'admin/overlays')).json<{ data: Record<string, unknown>[] }>().data
  const preview = async (body: object, query = ''): Promise<{ issues: { path: string; rule: string }[]; changes: object[] }> =>
    (await people.admin.call('POST', `admin/overlays/preview${query}`, body)).json<{ data: { issues: { path: string; rule: string }[]; changes: object[] } }>().data

  it('the preview shows what would change and what is wrong, and stores nothing', async () => {
    const { issues, changes } = await preview(overlay({ company: 'MRT' }, label('Submit'), { do: 'hide', at: 'list.columns.posting_date' }))
    expect([issues, changes.length]).toEqual([[], 2])
    expect(changes).toEqual(expect.arrayContaining([{ path: 'list.columns.posting_date.width', from: 150, to: null }, { path: 'actions.send.label', from: base, to: 'Submit' }]))
    const wrong = await preview(overlay({ company: 'XYZ' }, { do: 'set', at: 'actions.snd.label', to: 'x' }))
    expect([wrong.changes, wrong.issues.map(({ path, rule }) => `${rule} ${path}`)]).toEqual([[], ['E603 operations.0.at', 'unknown scope.company']])
    expect(await rows()).toEqual([])
    expect(await sendLabel(people.wanjiku)).toBe(base)
  })

  it('an overlay replaces another unless that is gone, and the preview compares it with the one it replaces', async () => {
    const id = await publish(overlay({ company: 'MRT' }, label('Submit')))
    expect((await rows())[0]).toMatchObject({ title: 'Petty Cash', whom: 'Mazingira Research Trust', isOurs: true, author: expect.any(String) as string })
    const other = overlay({ company: 'MRT' }, { do: 'set', at: 'actions.reopen.label', to: 'Open again' })
    const { changes } = await preview(other, `?replaces=${id}`)
    expect(changes).toContainEqual({ path: 'actions.send.label', from: 'Submit', to: base })
    expect((await people.admin.call('POST', `admin/overlays?replaces=${id}`, other)).statusCode).toBe(200)
    expect(await sendLabel(people.wanjiku)).toBe(base)
    const again = await people.admin.call('POST', `admin/overlays?replaces=${id}`, overlay({ company: 'MRT' }, label('Hand in')))
    expect([again.statusCode, again.json<Reply>().message]).toEqual([409, expect.stringMatching(/changed by someone else/)])
    const left = await rows()
    expect(left).toHaveLength(1)
    await people.admin.call('DELETE', `admin/overlays/${String(left[0]?.['id'])}`)
    const { data } = (await people.admin.call('GET', 'admin/overlays/history')).json<{ data: { kind: string; whom: string; overlay: object }[] }>()
    expect(data.slice(0, 4).map(({ kind }) => kind)).toEqual(['withdrawn', 'published', 'withdrawn', 'published'])
    expect(data[0]).toMatchObject({ whom: 'Mazingira Research Trust', overlay: other })
  })

  it('the explanation can be limited to what differs from the base, or to what contains some words', async () => {
    const id = await publish(overlay({ company: 'MRT' }, label('Submit')))
    const paths = async (query: string): Promise<string[]> => (await people.admin.call('GET', `admin/explain?type=petty-cash${query}`)).json<{ data: { path: string }[] }>().data.map(({ path }) => path)
    expect(await paths('&differs=1')).toEqual(['actions.send.label'])
    expect(await paths('&search=SUBMIT%20label')).toEqual(['actions.send.label'])
    // Each of thousands of words would be looked for in each property.
    expect((await people.admin.call('GET', `admin/explain?type=petty-cash&search=${'e+'.repeat(60)}`)).statusCode).toBe(400)
    const all = async (query: string): Promise<{ data: unknown[]; count: number }> => (await people.admin.call('GET', `admin/explain?type=petty-cash${query}`)).json<{ data: unknown[]; count: number }>()
    const leaves = (await portal.services.engines.explain('petty-cash', '', { company: 'MRT' })).length
    expect(leaves).toBeGreaterThan(100)
    for (const query of ['', '&differs=0']) {
      const { data, count } = await all(query)
      expect([count, data.length]).toEqual([leaves, Math.min(leaves, 500)])
    }
    await people.admin.call('DELETE', `admin/overlays/${id}`)
  })

  const idOf = async (email: string): Promise<string> => (await findUserByEmail(portal.services.database.kysely, email))?.id ?? ''
  const wide = (to: number, column = 'description'): object => ({ do: 'set', at: `list.columns.${column}.width`, to })

  it('the explanation and the preview for a person use their own company and all their roles', async () => {
    const zawadi = await idOf('zawadi@uwezo.example')
    const ids = [await publish(overlay({ company: 'MRT' }, wide(190))), await publish(overlay({ company: 'USC' }, wide(200))), await publish(overlay({ role: 'employee' }, wide(210, 'posting_date')))]
    const explained = async (column: string, query: string): Promise<object | undefined> => (await people.admin.call('GET', `admin/explain?type=petty-cash&path=list.columns.${column}.width${query}`)).json<{ data: object[] }>().data[0]
    expect(await explained('description', '')).toMatchObject({ value: 190, layer: 'company' })
    expect(await explained('description', `&user=${zawadi}`)).toMatchObject({ value: 200, layer: 'company' })
    expect(await explained('posting_date', `&user=${zawadi}`)).toMatchObject({ value: 210, layer: 'role' })
    const elsewhere = await people.admin.call('GET', `admin/explain?type=petty-cash&company=MRT&user=${zawadi}`)
    expect([elsewhere.statusCode, elsewhere.json<Reply>().message]).toEqual([422, expect.stringMatching(/does not belong to the company "MRT"/)])
    const { issues, changes } = await preview(overlay({ user: zawadi }, wide(320), wide(330, 'posting_date')))
    expect(issues).toEqual([])
    expect(changes).toEqual(expect.arrayContaining([{ path: 'list.columns.description.width', from: 200, to: 320 }, { path: 'list.columns.posting_date.width', from: 210, to: 330 }]))
    for (const id of ids) await people.admin.call('DELETE', `admin/overlays/${id}`)
  })

  it.each([
    { name: 'another type', other: { ...overlay({ company: 'MRT' }), extends: { id: 'destination', version: 1 } }, path: 'extends.id', says: /is of Petty Cash/ },
    { name: 'another company', other: overlay({ company: 'USC' }, label('Hand in')), path: 'scope', says: /is for Mazingira Research Trust/ },
    { name: 'a role', other: overlay({ role: 'finance' }, label('Hand in')), path: 'scope', says: /is for Mazingira Research Trust/ },
  ])('an overlay for $name is refused as a replacement', async ({ other, path, says }) => {
    const id = await publish(overlay({ company: 'MRT' }, label('Submit')))
    const body = { ...other, operations: [{ do: 'hide', at: 'list.columns.description' }] }
    const answer = await people.admin.call('POST', `admin/overlays?replaces=${id}`, body)
    expect([answer.statusCode, answer.json<Reply>().message]).toEqual([422, expect.stringMatching(says)])
    expect(answer.json<Reply>().errors).toMatchObject([{ path, rule: 'replaces' }])
    expect(await preview(body, `?replaces=${id}`)).toMatchObject({ issues: [{ path, rule: 'replaces' }], changes: [] })
    expect((await rows()).map((row) => row['id'])).toEqual([id])
    await people.admin.call('DELETE', `admin/overlays/${id}`)
    expect((await people.admin.call('POST', `admin/overlays/preview?replaces=${id}`, body)).statusCode).toBe(409)
  })

  it('the history lists the overlays for those whom its reader administers, and marks which are theirs', async () => {
    const { kysely } = portal.services.database
    const admin = await findUserByEmail(kysely, 'admin@mazingira.example')
    await saveUser(kysely, { email: 'local@uwezo.example', name: 'Local of USC', default_company: 'USC', companies: ['USC'], roles: [], is_admin: true, password_hash: admin?.password_hash ?? null })
    const local = await portal.signIn('local@uwezo.example')
    const read = async (who: Caller): Promise<{ scope: string; kind: string; by: string; isOurs: boolean }[]> =>
      (await who.call('GET', 'admin/overlays/history')).json<{ data: { scope: string; kind: string; by: string; isOurs: boolean }[] }>().data
    // The administrator's session is in MRT.
    for (const scope of [{ user: await idOf('wanjiku@mazingira.example') }, { user: await idOf('zawadi@uwezo.example') }, { company: 'MRT' }, { role: 'finance' }, { company: 'USC' }]) {
      await people.admin.call('DELETE', `admin/overlays/${await publish(overlay(scope, { do: 'hide', at: 'list.columns.posting_date' }))}`)
    }
    const seen = await read(local)
    const zawadi = `user:${await idOf('zawadi@uwezo.example')}`
    expect(seen.slice(0, 6).map(({ scope, kind, isOurs }) => [scope, kind, isOurs])).toEqual([
      ['company:USC', 'withdrawn', true], ['company:USC', 'published', true], ['role:finance', 'withdrawn', false], ['role:finance', 'published', false], [zawadi, 'withdrawn', true], [zawadi, 'published', true],
    ])
    expect([seen[0]?.by, seen.filter(({ scope }) => scope === 'company:MRT')]).toEqual([admin?.name, []])
    expect((await read(people.admin)).slice(2, 4).map(({ scope, isOurs }) => [scope, isOurs])).toEqual([['role:finance', true], ['role:finance', true]])
    // Events elsewhere, however many, do not displace their own, and all events are there, page by page.
    for (let number = 0; number < 201; number += 1) {
      await appendEvent(kysely, { company: 'USC', type: 'overlays', key: '1', kind: 'published', actor: admin?.id ?? '', changes: { 'petty-cash company:MRT': { from: null, to: {} } }, ip: null, at: new Date() })
    }
    expect(await read(local)).toEqual(seen)
    const all: { id: number; scope: string }[] = []
    const counts: number[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const answer = await people.admin.call('GET', `admin/overlays/history?limit=60${cursor === '' ? '' : `&cursor=${cursor}`}`)
      const { data, page } = answer.json<{ data: typeof all; page: { next: string | null; count: number } }>()
      // A publication meanwhile moves nothing from one page to the next.
      if (cursor === '') await appendEvent(kysely, { company: 'MRT', type: 'overlays', key: '1', kind: 'withdrawn', actor: admin?.id ?? '', changes: { 'petty-cash company:USC': { from: {}, to: null } }, ip: null, at: new Date() })
      all.push(...data)
      counts.push(page.count)
      cursor = page.next
    }
    expect(all.map(({ id }) => id)).toEqual([...new Set(all.map(({ id }) => id))].sort((a, b) => b - a))
    expect(all.slice(0, 201).map(({ scope }) => scope)).toEqual(Array.from({ length: 201 }, () => 'company:MRT'))
    expect(all.slice(201, 203).map(({ scope }) => scope)).toEqual(['company:USC', 'company:USC'])
    expect([all.length, ...counts]).toEqual([counts[0], ...counts.map(() => counts[0])])
    for (const query of ['cursor=nonsense', 'limit=0', 'limit=201']) expect((await people.admin.call('GET', `admin/overlays/history?${query}`)).statusCode, query).toBe(400)
  })

  it('an administrator of one company sees and replaces no overlay of other companies', async () => {
    for (const company of ['MRT', 'USC']) await people.admin.call('DELETE', `admin/overlays/${await publish(overlay({ company }, label('Submit')))}`)
    const local = await portal.signIn('local@mazingira.example')
    const targets = (await local.call('GET', 'admin/overlays/targets')).json<{ data: { companies: { id: string }[]; isForRoles: boolean; types: { id: string }[] } }>().data
    expect([targets.companies.map((one) => one.id), targets.isForRoles, targets.types.some((one) => one.id === 'petty-cash')]).toEqual([['MRT'], false, true])
    const { data } = (await local.call('GET', 'admin/overlays/history')).json<{ data: { scope: string }[] }>()
    expect(data[0]?.scope).toBe('company:MRT')
    expect(data.filter(({ scope }) => scope === 'company:USC')).toEqual([])
    const own = await people.admin.call('POST', 'admin/overlays', overlay({ company: 'USC' }, label('Submit')))
    const theirs = own.json<Reply>().data.id
    expect((await local.call('POST', `admin/overlays?replaces=${theirs}`, overlay({ company: 'MRT' }, label('Mine')))).statusCode).toBe(409)
    expect((await rows()).map((row) => row['id'])).toEqual([theirs])
    await people.admin.call('DELETE', `admin/overlays/${theirs}`)
  })
})
