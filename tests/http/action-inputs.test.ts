/**
 * Wrong values in the dialogs of actions and decisions, derived from the manifests: whatever is sent for a field, through each call that
 * takes it, is refused with a sentence about that field and changes nothing. The records are those of the demo.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isDecision, RUNS, type Json, type JsonObject, type ResolvedAction, type ResolvedDocumentType, type ResolvedField } from '../../src/core/index.ts'
import { addressOf, keyInBody } from '../wire/reads.ts'
import { engineOfModules } from '../store/support.ts'
import { NO_LIMITS, ONE_KIND, startApp, type TestApp } from './harness.ts'
import { chanceOf } from './machines/chance.ts'
import { sampleOf } from './machines/material.ts'
import { World } from './machines/world.ts'
import { mailedLink } from './mailed-link.ts'
import { snapshot } from './petty-cash-cases.ts'
import type { Reply } from './walk.ts'

const COMPANY = 'MRT'
const APPROVER = 'otieno@mazingira.example'
const NOW = '2026-06-15T09:00:00+03:00'
/** Written into the body as the number that JSON text can contain and JSON.stringify cannot write. */
const RAW = ['1e309', '-1e309', '-0'] as const
const raw = (number: (typeof RAW)[number]): string => `raw ${number}`
/** Text that is longer than any field allows. */
const HUGE = 'x'.repeat(200_000)

const NO_TEXTS: Json[] = [7, true, [], ['a'], {}, { toString: 'a' }]
const NO_NUMBERS: Json[] = ['7', 'NaN', 'Infinity', '1e309', raw('1e309'), raw('-1e309'), 1e300, true, [], [7], {}, { valueOf: 7 }]
const NO_DATES = ['2026-02-31', '0000-00-00', '0000-01-01', '2026-1-1', '2026-13-01', '2026-06-31', '20260615', '2026-06-15T00:00:00Z', '2026-06-15 ', ' 2026-06-15', '+02026-06-15', '-2026-06-15', '12026-06-15', '15/06/2026', '２０２６-06-15', 'NaN', 'today']
const NO_MOMENTS = ['2026-02-31T09:00:00Z', '0000-00-00T00:00:00Z', '2026-06-15', '2026-06-15T24:30:00Z', '2026-06-15T09:60:00Z', '2026-06-15T09:00:00+25:00', '2026-06-15 09:00', 'now', 'NaN']
const NO_TIMES = ['24:00', '9:00', '09:60', '0900', '09:00Z', 'noon']

/** Values that the field cannot have. Lists that are empty, like texts that are, mean that there is none. */
function wrongValues(field: ResolvedField): Json[] {
  switch (field.type) {
    case 'number': case 'integer': return [...NO_NUMBERS, ...(field.type === 'integer' ? [1.5, 2 ** 53] : [9e15]), ...(field.money === undefined ? [] : [1.005]), ...beyond(field)]
    case 'boolean': return ['true', 'yes', 0, 1, [], [true], {}]
    case 'object': return ['a', 7, true, ['a'], ...(field.parts === undefined ? [] : [{ undeclared: 1 }])]
    case 'array': return ['a', 7, true, {}, [7], [null], [['a']], [{ a: 1 }], ...(field.line === undefined ? [[HUGE]] : [])]
    case 'string': return [...NO_TEXTS, HUGE, ...textsBeyond(field)]
  }
}

function beyond({ minimum, exclusiveMinimum, maximum }: ResolvedField): Json[] {
  return [...(minimum === undefined ? [] : [minimum - 1]), ...(exclusiveMinimum === undefined ? [] : [exclusiveMinimum]), ...((minimum ?? 0) > 0 || exclusiveMinimum === 0 ? [raw('-0')] : []), ...(maximum === undefined ? [] : [maximum + 1])]
}

function textsBeyond({ format, enum: values, choices, ref, maxLength, pattern }: ResolvedField): Json[] {
  if (format === 'date') return NO_DATES
  if (format === 'date-time') return NO_MOMENTS
  if (format === 'time') return NO_TIMES
  if (values !== undefined || choices !== undefined || ref !== undefined || pattern !== undefined || format !== undefined) return ['NOPE', '__proto__', 'constructor']
  return maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)]
}

interface Offer { email: string; key: string; action: ResolvedAction }
interface Door { path: string; body: (values: JsonObject) => Json }

const { catalogue } = await engineOfModules()
const asking = Object.values(catalogue.types).filter(({ actions }) => Object.values(actions).some(({ id, input }) => input !== undefined || isDecision(id)))

describe.each(ONE_KIND)('a wrong value in a dialog on %s', (kind) => {
  let test: TestApp
  let world: World
  let keys: Map<string, string[]>
  const tried = new Set<string>()

  beforeAll(async () => {
    test = await startApp({ kind, isLived: true, now: NOW, environment: NO_LIMITS })
    world = new World(test, COMPANY)
    await offerMore()
    keys = await world.keys()
  })
  afterAll(() => test.stop())

  /** What the demo's stories leave open: a request for hours, days earned and days to be paid out, a change for a second person, and a claim to be paid. */
  async function offerMore(): Promise<void> {
    const done = async (name: string, method: 'POST' | 'PATCH', path: string, body: object): Promise<Reply<{ entryNo: string; no: string }>> => {
      const answer = await (await world.caller({ email: `${name}@mazingira.example` })).call(method, path, body)
      expect(answer.statusCode, answer.body).toBeLessThan(300)
      return answer.json<Reply<{ entryNo: string; no: string }>>()
    }
    const { entryNo } = (await done('wanjiku', 'POST', 'documents/attendance-request', { startDate: '2026-06-12T08:10:00+03:00', endDate: '2026-06-12T17:05:00+03:00', userLocation: 'Nakuru', reason: 'No clock' })).data
    await done('wanjiku', 'POST', `documents/attendance-request/${entryNo}/actions/send`, {})
    for (const [who, type, values] of [['wanjiku', 'compensatory-time', { leave_code: 'COMP', worked_on: '2026-06-13', reason: 'Stocktaking on a Saturday' }], ['chebet', 'leave-encashment', { leave_code: 'ANNUAL', days: 2 }]] as const) {
      const { no } = (await done(who, 'POST', `documents/${type}`, values)).data
      await done(who, 'POST', `documents/${type}/${no}/actions/send`, {})
    }
    const { no: unpriced } = (await done('chebet', 'POST', 'documents/leave-encashment', { leave_code: 'ANNUAL', days: 1 })).data
    await sql`update documents set state = 'Released', data = data || '{"status": "Released"}' where company = ${COMPANY} and type = 'leave-encashment' and key = ${unpriced}`.execute(test.services.database.kysely)
    // Leave that has begun, which its owner and others may shorten.
    const day = NOW.slice(0, 10)
    const running = JSON.stringify({ starts_on: day, lasts_until: day, approved_start_date: day, approved_end_date: day })
    await sql`update documents set data = data || ${running}::jsonb where company = ${COMPANY} and type = 'leave-application' and key = (select min(key) from documents where company = ${COMPANY} and type = 'leave-application' and state = 'Released')`.execute(test.services.database.kysely)
    await done('joyce', 'PATCH', 'documents/staff-pay/MRT-015', { basic: 123_456, _rev: 1, _reason: 'As agreed' })
    await sql`update documents set data = (data || '{"claimAmount": 100}') - 'claimPaidOn' where company = ${COMPANY} and type = 'imprest' and state = 'Accounted'`.execute(test.services.database.kysely)
  }

  /** Each action that takes input, on the first record on which it is offered to somebody. */
  async function offersOf(type: ResolvedDocumentType): Promise<Offer[]> {
    const found = new Map<string, Offer>()
    const wanted = Object.values(type.actions).filter(({ id, input }) => input !== undefined || isDecision(id))
    for (const key of keys.get(type.id) ?? []) {
      const { state } = (await world.stored(type.id, key)) ?? {}
      const open = wanted.filter(({ id, from }) => !found.has(id) && from.includes(state ?? ''))
      for (const person of open.length === 0 ? [] : await world.people()) {
        const answer = await (await world.caller(person)).call('GET', `documents/${type.id}/${encodeURIComponent(key)}`)
        const offered = answer.json<{ data?: { _actions: string[] } }>().data?._actions ?? []
        for (const action of open) if (offered.includes(action.id) && !found.has(action.id)) found.set(action.id, { email: person.email, key, action })
      }
    }
    return [...found.values()]
  }

  /** The calls that run the action on the record; values stand in `input` or beside the key. */
  async function doorsOf(type: ResolvedDocumentType, { email, key, action: { id } }: Offer): Promise<Door[]> {
    const named = (type.endpoints[id] ?? []).filter(({ method }) => method === 'POST').map((endpoint): Door => ({ path: addressOf(endpoint, key), body: (values) => ({ ...values, ...keyInBody(endpoint, key) }) }))
    const own: Door[] = [{ path: `documents/${type.id}/${encodeURIComponent(key)}/actions/${id}`, body: (input) => ({ input }) }, ...named]
    if (!isDecision(id)) return own
    // Of several who are asked, the entry of this person.
    const number = (await world.people()).find((one) => one.email === email)?.number
    const open = (await world.entries(type.id, key)).filter(({ status }) => status === 'Open')
    const entry = open.find(({ approver }) => approver === number) ?? open[0]
    return [...own, { path: `approvals/${id}`, body: (values) => ({ ...values, entryNo: entry?.no ?? 0 }) }]
  }

  async function send(email: string, path: string, body: Json): Promise<{ status: number; reply: Reply<unknown>; text: string }> {
    const { token } = await world.caller({ email })
    const payload = RAW.reduce((text, number) => text.replaceAll(`"${raw(number)}"`, number), JSON.stringify(body))
    const answer = await test.inject({ method: 'POST', url: `/api/v1/${path}`, headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' }, payload })
    return { status: answer.statusCode, reply: answer.json<Reply<unknown>>(), text: answer.body }
  }

  /** A refusal that says what is wrong; `about` is the name of what it must be about. */
  async function isRefused(email: string, path: string, body: Json, about: string): Promise<void> {
    const { status, reply: { message, errors = [] }, text } = await send(email, path, body)
    const told = `POST ${path} ${JSON.stringify(body).slice(0, 200)} answered ${status} ${text.slice(0, 400)}`
    expect([400, 422], told).toContain(status)
    expect(text.length, told).toBeLessThan(10_000)
    expect(message, told).toMatch(/^[A-Z"“].*\w.*\.?$/s)
    expect(errors.some((one) => one.path === about || one.path.startsWith(`${about}.`)) || message.includes(`"${about}"`) || (about === 'to' && /colleague|that person/.test(message)), told).toBe(true)
  }

  it.each(asking.map(({ id }) => id))('is refused in every action of %s, with a sentence about its field, and changes nothing', async (id) => {
    const type = test.engines.base().type(id).manifest
    for (const offer of await offersOf(type)) {
      const { email, action } = offer
      const before = await snapshot(test, ['sessions'])
      const doors = await doorsOf(type, offer)
      const [own] = doors
      const good = action.input === undefined ? {} : sampleOf(action.input, chanceOf(7), (of) => keys.get(of) ?? [], NOW)
      for (const field of Object.values(action.input?.fields ?? {})) {
        for (const [index, value] of wrongValues(field).entries()) {
          const { path, body } = doors[index % doors.length] ?? { path: '', body: (values) => values }
          await isRefused(email, path, body({ ...good, [field.name]: value }), field.name)
        }
      }
      for (const input of ['text', 7, true, [], [good], ['reason']]) await isRefused(email, own?.path ?? '', { input }, 'input')
      for (const rev of ['x', '1.5', 1.5, true, [1], {}, raw('1e309')]) await isRefused(email, own?.path ?? '', { input: good, _rev: rev }, '_rev')
      if (isDecision(action.id)) {
        for (const name of ['reason', 'comment', 'to']) {
          for (const value of name === 'reason' ? [...NO_TEXTS, HUGE] : NO_TEXTS) for (const { path, body } of doors) await isRefused(email, path, body({ ...good, ...(name === 'comment' && { reason: null }), [name]: value }), name)
        }
        for (const value of ['x', '1.5', 0, -1, 1.5, true, [1], {}, raw('1e309')]) await isRefused(email, `approvals/${action.id}`, { ...good, entryNo: value }, 'entryNo')
      }
      expect(await snapshot(test, ['sessions']), `${action.id} of ${id}`).toEqual(before)
      tried.add(`${id} ${action.id}`)
    }
  }, 600_000)

  it('is refused in every field of a delegation, and gives nobody any approvals', async () => {
    const { delegations } = test.engines.base().catalogue.organisation
    const { shape, id } = test.engines.base().type(delegations?.type ?? '').manifest
    const before = await snapshot(test, ['sessions'])
    const good = { fromEmployee: 'MRT-015', toEmployee: 'MRT-005', start: '2026-06-15', end: '2026-06-16' }
    for (const field of Object.values(shape.fields)) {
      if (field.readOnly || field.compute !== undefined || field.stamp !== undefined || field.name === 'no') continue
      for (const value of wrongValues(field)) await isRefused('wanjiku@mazingira.example', `documents/${id}`, { ...good, [field.wire]: value }, field.wire)
    }
    expect(await snapshot(test, ['sessions'])).toEqual(before)
  })

  it('is refused in a decision by mail and in the approval of several, and decides nothing', async () => {
    const [no = ''] = (await test.services.database.kysely.selectFrom('documents').select('key').where('company', '=', COMPANY).where('type', '=', 'petty-cash').where('state', '=', 'Pending Approval').execute()).map(({ key }) => key)
    const entry = (await world.entries('petty-cash', no)).find(({ status }) => status === 'Open')
    const path = `approvals/mail/${await mailedLink(test, no, entry?.no ?? 0)}`
    const before = await snapshot(test, ['sessions'])
    for (const decision of ['maybe', 'delegate', '', ...NO_TEXTS]) await isRefused(APPROVER, path, { decision, reason: 'As discussed' }, 'decision')
    for (const reason of [...NO_TEXTS, HUGE]) await isRefused(APPROVER, path, { decision: 'reject', reason }, 'reason')
    for (const entries of ['all', 7, true, {}, []]) await isRefused(APPROVER, 'approvals/bulk', { entries }, 'entries')
    for (const entryNo of ['1', 0, -1, 1.5, true, [1], {}, raw('1e309'), raw('-0')]) await isRefused(APPROVER, 'approvals/bulk', { entries: [{ entryNo }] }, 'entryNo')
    for (const _rev of ['1', 1.5, true, [1], {}, raw('1e309')]) await isRefused(APPROVER, 'approvals/bulk', { entries: [{ entryNo: entry?.no ?? 0, _rev }] }, '_rev')
    expect(await snapshot(test, ['sessions'])).toEqual(before)
  })

  it('was tried in nearly all actions that take input from people', () => {
    const all = asking.flatMap(({ id, actions }) => Object.values(actions).filter(({ input, who }) => input !== undefined && !who.includes(RUNS)).map((action) => `${id} ${action.id}`))
    const missed = all.filter((one) => !tried.has(one))
    expect(missed.length, `not offered on any record: ${missed.join(', ')}`).toBeLessThan(all.length / 10)
  })
})
