/** Decisions, posted entries and removed files obey the manifest and are recorded, whichever call is used. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/core/index.ts'
import { ROOT, comparable, startApp, type Caller, type TestApp } from './harness.ts'
import { NO_CEILINGS, PIXEL, line, openEntry, raise, raiseAndSend, read, snapshot, type Entry, type Reply } from './petty-cash-cases.ts'

/** What the manifest declares for the decisions on a gate pass beyond the defaults. */
const DECISIONS: JsonObject = {
  approve: {
    when: 'doc.pieces < 100.0',
    input: { type: 'object', required: ['badge'], properties: { badge: { type: 'string', title: 'Badge', maxLength: 6 } } },
    checks: { 'badge-of-ours': { on: 'badge', check: 'input.badge.startsWith("B-")', message: 'A badge begins with B-, not {input.badge}.' } },
    sets: { badge: 'input.badge' },
    failure: 'Not admitted: ',
  },
  reject: { who: ['administrator'] },
}
const BADGE: JsonObject = { badge: { type: 'string', title: 'Badge', readOnly: true } }
const ATTACHMENTS: JsonObject = { field: 'attachments', maxBytes: 1000, maxFiles: 3, types: ['png'], required: ['save'] }
const PASS = { visitor: 'Amina Said', visit_date: '2026-06-20', items: [{ what: 'Laptop', quantity: 2 }], attachments: [{ fileName: 'id.png', attachment: PIXEL }] }

interface Manifest { schema: { properties: JsonObject }; actions: JsonObject; attachments?: JsonObject; permissions: JsonObject }
interface Told { kind: string; actor: string; changes: Record<string, { from: unknown; to: unknown }> }

/** The outside module of the tests, with its own decisions. */
function strictModules(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'dirisha-decisions-'))
  cpSync(path.join(ROOT, 'tests/fixtures/modules'), folder, { recursive: true })
  const file = path.join(folder, 'facilities/gate-pass/manifest.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest
  Object.assign(manifest.schema.properties, BADGE)
  Object.assign(manifest.actions, DECISIONS)
  manifest.attachments = ATTACHMENTS
  manifest.permissions['administrator'] = { can: ['list', 'get'] }
  writeFileSync(file, JSON.stringify(manifest))
  return folder
}

let test: TestApp
let folder: string
const people: Record<'wanjiku' | 'otieno' | 'baraka' | 'achieng' | 'mutua', Caller> = {} as never

beforeAll(async () => {
  folder = strictModules()
  test = await startApp({ modules: [path.join(ROOT, 'modules'), folder], settings: NO_CEILINGS })
  for (const name of ['wanjiku', 'otieno', 'baraka', 'achieng', 'mutua'] as const) people[name] = await test.signIn(`${name}@mazingira.example`)
}, 120_000)
afterAll(async () => {
  await test.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function sentPass(more: object = {}): Promise<{ no: string; entry: Entry }> {
  const created = await people.wanjiku.call('POST', 'documents/gate-pass', { ...PASS, ...more })
  expect(created.statusCode, created.body).toBe(201)
  const { no } = created.json<Reply>().data
  const sent = await people.wanjiku.call('POST', `documents/gate-pass/${no}/actions/send`, {})
  expect(sent.statusCode, sent.body).toBe(200)
  return { no, entry: await openEntry(people.otieno, no) }
}

const eventsOf = async (person: Caller, type: string, no: string): Promise<Told[]> => (await person.call('GET', `documents/${type}/${no}/events`)).json<{ data: Told[] }>().data

/** The two ways to decide. */
const DOORS = [
  { door: 'its approval entry', decide: (who: Caller, kind: string, { entry }: { no: string; entry: Entry }, more: object = {}): ReturnType<Caller['call']> => who.call('POST', `approvals/${kind}`, { entryNo: entry.entryNo, ...more }) },
  { door: 'the record’s action', decide: (who: Caller, kind: string, { no }: { no: string; entry: Entry }, more: object = {}): ReturnType<Caller['call']> => who.call('POST', `documents/gate-pass/${no}/actions/${kind}`, more) },
]

describe.each(DOORS.map((one) => [one.door, one] as const))('a decision through %s', (_door, { decide }) => {
  const many = { items: [{ what: 'Chair', quantity: 100 }] }
  const refusals: { why: string; kind: string; pass?: object; body: object; status: number; code: string; says: RegExp }[] = [
    { why: 'its condition does not hold', kind: 'approve', pass: many, body: { badge: 'B-1' }, status: 409, code: 'action-not-now', says: /^Approve is not possible on Gate Pass/ },
    { why: 'it belongs to another role', kind: 'reject', body: { reason: 'No room' }, status: 403, code: 'action-not-yours', says: /^Reject is not yours/ },
    { why: 'its dialog is not filled in', kind: 'approve', body: {}, status: 422, code: 'invalid-document', says: /Badge|[Rr]equired/ },
    { why: 'a value of its dialog is too long', kind: 'approve', body: { badge: 'B-12345' }, status: 422, code: 'invalid-document', says: /6/ },
    { why: 'its dialog has an unknown field', kind: 'approve', body: { input: { badge: 'B-1', pieces: 1 } }, status: 422, code: 'invalid-document', says: /no field “pieces”/ },
    { why: 'its dialog is not an object', kind: 'approve', body: { input: 'B-1' }, status: 400, code: 'invalid-request', says: /"input" must be an object/ },
    { why: 'its check fails', kind: 'approve', body: { badge: 'X-1' }, status: 422, code: 'invalid-document', says: /^Not admitted: A badge begins with B-, not X-1\.$/ },
  ]
  it.each(refusals.map((one) => [one.why, one] as const))('is refused if %s, and nothing changes', async (_, { kind, pass, body, status, code, says }) => {
    const target = await sentPass(pass)
    const before = await snapshot(test)
    const answer = await decide(people.otieno, kind, target, body)
    expect([answer.statusCode, answer.json<Reply>().code], answer.body).toEqual([status, code])
    expect(answer.json<Reply>().message).toMatch(says)
    expect(await snapshot(test)).toEqual(before)
  })

  it('is offered only if it is allowed, and the record says why the others are not', async () => {
    const target = await sentPass(many)
    const shown = (await people.otieno.call('GET', `documents/gate-pass/${target.no}`)).json<{ data: { _actions: string[]; _refused: Record<string, string> } }>().data
    expect(shown).toMatchObject({ _actions: ['delegate'], _refused: { approve: 'when', reject: 'who' } })
    expect((await decide(people.otieno, 'delegate', target, { to: 'MRT-018' })).statusCode).toBe(200)
  })

  it.each([['in the body', { badge: 'B-1' }], ['in its "input"', { input: { badge: 'B-1' } }]] as const)('sets its fields from values sent %s, and the history records them', async (_, body) => {
    const target = await sentPass()
    const answer = await decide(people.otieno, 'approve', target, body)
    expect(answer.statusCode, answer.body).toBe(200)
    const pass = (await people.wanjiku.call('GET', `documents/gate-pass/${target.no}`)).json<{ data: object }>().data
    expect(pass).toMatchObject({ status: 'Admitted', badge: 'B-1' })
    const last = (await eventsOf(people.wanjiku, 'gate-pass', target.no)).at(-1)
    expect(last).toMatchObject({ kind: 'approved', changes: { badge: { from: null, to: 'B-1' } } })
  })
})

describe('the revision', () => {
  const stale: { name: string; body: object; headers?: Record<string, string> }[] = [
    { name: '_rev', body: { _rev: 77 } }, { name: 'If-Match', body: {}, headers: { 'if-match': '"77"' } },
  ]
  it.each(stale.map((one) => [one.name, one] as const))('of the record must be current when it is sent as %s with an action', async (_, { body, headers }) => {
    const { no, _rev } = await raiseAndSend(people.wanjiku)
    const url = `documents/petty-cash/${no}/actions/approve`
    const answer = await people.otieno.call('POST', url, body, headers)
    expect([answer.statusCode, answer.json<Reply>().message]).toEqual([409, 'This record was changed by someone else. Reload.'])
    expect(await read(people.wanjiku, no)).toMatchObject({ status: 'Pending Approval', _rev })
    expect((await people.otieno.call('POST', url, { _rev })).statusCode).toBe(200)
  })

  it.each(stale.map((one) => [one.name, one] as const))('of the entry must be current when it is sent as %s with an approval', async (_, { body, headers }) => {
    const { no } = await raiseAndSend(people.wanjiku)
    const { entryNo } = await openEntry(people.otieno, no)
    expect((await people.otieno.call('POST', 'approvals/approve', { entryNo, ...body }, headers)).statusCode).toBe(409)
    expect(await read(people.wanjiku, no)).toMatchObject({ status: 'Pending Approval' })
  })
})

describe('a person who is not the approver', () => {
  const cases: { who: keyof typeof people; is: string; on: 'sent' | 'open'; status: number; code: string }[] = [
    { who: 'wanjiku', is: 'the owner', on: 'sent', status: 403, code: 'self-approval' },
    { who: 'wanjiku', is: 'the owner', on: 'open', status: 409, code: 'wrong-state' },
    { who: 'mutua', is: 'finance', on: 'sent', status: 403, code: 'not-the-approver' },
    { who: 'baraka', is: 'a stranger', on: 'sent', status: 404, code: 'not-found' },
  ]
  it.each(cases.map((one) => [`${one.code} as ${one.is} when the request is ${one.on}`, one] as const))('is refused approval with %s', async (_, { who, on, status, code }) => {
    const { no } = await (on === 'sent' ? raiseAndSend : raise)(people.wanjiku)
    const answer = await people[who].call('POST', `documents/petty-cash/${no}/actions/approve`, {})
    expect([answer.statusCode, answer.json<Reply>().code]).toEqual([status, code])
  })

  it.each(['approve', 'reject', 'delegate', 'return'])('cannot tell a real entry from none by the answer to %s', async (kind) => {
    const { no } = await raiseAndSend(people.wanjiku)
    const { entryNo } = await openEntry(people.otieno, no)
    const [real, none] = await Promise.all([entryNo, 999_999].map((one) => people.baraka.call('POST', `approvals/${kind}`, { entryNo: one, reason: 'x', to: 'MRT-018' })))
    expect(real?.statusCode).toBe(404)
    expect(real && comparable(real).body).toBe(none && comparable(none).body)
  })
})

it('an entry cannot be delegated back to anybody who held it', async () => {
  const { no } = await raiseAndSend(people.wanjiku)
  const { entryNo } = await openEntry(people.otieno, no)
  const delegate = (who: Caller, to: string): ReturnType<Caller['call']> => who.call('POST', 'approvals/delegate', { entryNo, to })
  expect((await delegate(people.otieno, 'MRT-018')).statusCode).toBe(200)
  expect((await delegate(people.baraka, 'MRT-002')).statusCode).toBe(200)
  for (const before of ['MRT-005', 'MRT-018']) {
    const answer = await delegate(people.achieng, before)
    expect([answer.statusCode, answer.json<Reply>().message], before).toEqual([422, 'This person has already delegated it.'])
  }
  expect((await people.achieng.call('POST', 'approvals/approve', { entryNo })).statusCode).toBe(200)
})

it('a posted entry has an event that names the person who posted it', async () => {
  const { no } = await raiseAndSend(people.wanjiku, { pettyCashLinesAPI: [line({ amount: 100 })] })
  await people.otieno.call('POST', 'approvals/approve', { entryNo: (await openEntry(people.otieno, no)).entryNo })
  const paid = await people.mutua.call('POST', 'hrmis/pettycash/pay', { headerNo: no, bank: 'PC-HQ', paidOn: '2026-06-15' })
  expect(paid.statusCode, paid.body).toBe(200)
  const { data } = (await people.mutua.call('GET', 'documents/petty-cash-ledger?limit=200')).json<{ data: { entryNo: string; document_no: string }[] }>()
  const posted = data.filter((entry) => entry.document_no === no)
  expect(posted).toHaveLength(1)
  const told = await eventsOf(people.mutua, 'petty-cash-ledger', posted[0]?.entryNo ?? '')
  expect(told).toMatchObject([{ kind: 'created', actor: 'Mutua Kilonzo' }])
  expect((await eventsOf(people.wanjiku, 'petty-cash', no)).map((event) => event.kind)).toEqual(['created', 'send', 'approved', 'pay'])
})

describe('the removal of a file', () => {
  it('raises the revision, so that an older page is stale, and is recorded', async () => {
    const { no, _rev, attachments } = await raise(people.wanjiku)
    expect((await people.wanjiku.call('DELETE', `documents/petty-cash/${no}/files/${attachments[0]?.id}`, undefined, { 'if-match': String(_rev) })).statusCode).toBe(200)
    expect(await read(people.wanjiku, no)).toMatchObject({ _rev: _rev + 1, attachments: [] })
    expect((await people.wanjiku.call('POST', 'hrmis/pettycash/update', { no, _rev, description: 'Older' })).statusCode).toBe(409)
    const last = (await eventsOf(people.wanjiku, 'petty-cash', no)).at(-1)
    expect(last).toMatchObject({ kind: 'updated', changes: { 'files removed': { to: ['receipt.png'] } } })
  })

  it('is refused if the document needs a file', async () => {
    const created = (await people.wanjiku.call('POST', 'documents/gate-pass', PASS)).json<Reply>().data
    const before = await snapshot(test)
    const answer = await people.wanjiku.call('DELETE', `documents/gate-pass/${created.no}/files/${created.attachments[0]?.id}`)
    expect([answer.statusCode, answer.json<Reply>().errors?.[0]?.rule], answer.body).toEqual([422, 'attachments.required'])
    expect(await snapshot(test)).toEqual(before)
  })
})

describe('an action without a dialog', () => {
  it('refuses input, by name and by the record’s own call, and does nothing', async () => {
    const { no } = await raise(people.wanjiku)
    const before = await snapshot(test)
    for (const [path, body] of [[`documents/petty-cash/${no}/actions/send`, {}], ['hrmis/pettycash/sendForApproval', { headerNo: no }]] as const) {
      const answer = await people.wanjiku.call('POST', path, { ...body, input: { amuont: 1 } })
      expect([answer.statusCode, answer.json<Reply>().errors], answer.body).toEqual([422, [expect.objectContaining({ path: 'amuont', rule: 'unknownField' })]])
    }
    expect(await snapshot(test)).toEqual(before)
    expect((await people.wanjiku.call('POST', `documents/petty-cash/${no}/actions/send`, { input: {} })).statusCode).toBe(200)
  })

  it('refuses input if it deletes the record, by each of its calls, and deletes nothing', async () => {
    const made = await people.wanjiku.call('POST', 'documents/attendance-request', { startDate: '2026-06-01T08:00:00+03:00', endDate: '2026-06-01T17:00:00+03:00', userLocation: 'Naivasha', reason: 'Field work' })
    const no = made.json<{ data: { entryNo: string } }>().data.entryNo
    const before = await snapshot(test)
    for (const [method, path] of [['POST', `documents/attendance-request/${no}/actions/delete`], ['DELETE', `documents/attendance-request/${no}`]] as const) {
      const answer = await people.wanjiku.call(method, path, { input: { amuont: 1 } })
      expect([answer.statusCode, answer.json<Reply>().errors], answer.body).toEqual([422, [expect.objectContaining({ path: 'amuont', rule: 'unknownField' })]])
    }
    expect(await snapshot(test)).toEqual(before)
    const gone = await people.wanjiku.call('POST', `documents/attendance-request/${no}/actions/delete`, { input: {} })
    expect(gone.statusCode, gone.body).toBe(200)
  })
})
