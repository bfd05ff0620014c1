/** An employee who leaves: what ends with the change of their record, and who may make it. */
import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LightMyRequestResponse } from 'fastify'
import { NO_CEILINGS, openEntry, raiseAndSend, read } from './petty-cash-cases.ts'
import { mailedLink } from './mailed-link.ts'
import { operate } from '../../src/server/operate/commands.ts'
import { KINDS, ROOT, startApp, type Caller, type TestApp } from './harness.ts'
import { doJobs, mailedLink as passwordLink, messagesTo, post, sessionStatus } from './sign-in/support.ts'

const OTIENO = { email: 'otieno@mazingira.example', number: 'MRT-005' }
const RUTH = { email: 'ruth@mazingira.example', number: 'MRT-011' }

let test: TestApp
let hr: Caller
beforeAll(async () => {
  test = await startApp({ settings: NO_CEILINGS })
  hr = await test.signIn('wambui@mazingira.example')
})
afterAll(() => test.stop())

async function setActive(number: string, active: boolean, by = hr): Promise<LightMyRequestResponse> {
  const record = (await by.call('GET', `documents/employee/${number}`)).json<{ data: { _rev: number } }>().data
  return by.call('PATCH', `documents/employee/${number}`, { active, _rev: record._rev })
}
const codeOf = (answer: LightMyRequestResponse): string | undefined => answer.json<{ code?: string }>().code

it('the sessions of an employee end when they leave, and do not revive when they are back', async () => {
  const session = await test.signIn(OTIENO.email)
  expect((await setActive(OTIENO.number, false)).statusCode).toBe(200)
  expect(await sessionStatus(test, session.token)).toBe(401)
  expect((await setActive(OTIENO.number, true)).statusCode).toBe(200)
  expect(await sessionStatus(test, session.token)).toBe(401)
  expect(await sessionStatus(test, (await test.signIn(OTIENO.email)).token)).toBe(200)
})

it('a link in a mail decides nothing for an approver who has left', async () => {
  const wanjiku = await test.signIn('wanjiku@mazingira.example')
  const { no } = await raiseAndSend(wanjiku)
  const { entryNo } = await openEntry(await test.signIn(OTIENO.email), no)
  const link = `/api/v1/approvals/mail/${await mailedLink(test, no, entryNo)}`
  await setActive(OTIENO.number, false)
  const page = await test.inject({ method: 'GET', url: link })
  const decision = await test.inject({ method: 'POST', url: link, payload: { decision: 'approve' } })
  expect([page, decision].map((answer) => [answer.statusCode, codeOf(answer)])).toEqual([[404, 'decision-link-unknown'], [404, 'decision-link-unknown']])
  expect((await read(wanjiku, no)).status).toBe('Pending Approval')
  await setActive(OTIENO.number, true)
  expect((await test.inject({ method: 'POST', url: link, payload: { decision: 'approve' } })).statusCode).toBe(200)
})

it('whoever stands in for an approver decides nothing in their name once they have left, and an administrator reassigns what waits', async () => {
  const otieno = await test.signIn(OTIENO.email)
  const achieng = await test.signIn('achieng@mazingira.example')
  const admin = await test.signIn('admin@mazingira.example')
  const days = { start: '2026-06-15', end: '2026-06-19' }
  const given = await otieno.call('POST', 'documents/standing-delegation', { toEmployee: 'MRT-002', ...days })
  expect(given.statusCode, given.body).toBe(201)
  const { no } = await raiseAndSend(await test.signIn('wanjiku@mazingira.example'))
  const { entryNo } = await openEntry(otieno, no)
  const waiting = async (scope: string) => (await achieng.call('GET', `approvals/approvalEntries?scope=${scope}&search=${no}`)).json<{ data: { entryNo: number }[] }>().data.map((entry) => entry.entryNo)
  expect(await waiting('delegated')).toEqual([entryNo])

  expect((await setActive(OTIENO.number, false)).statusCode).toBe(200)
  expect(await waiting('delegated')).toEqual([])
  const decided = await achieng.call('POST', 'approvals/approve', { entryNo })
  expect([decided.statusCode, codeOf(decided)]).toEqual([404, 'not-found'])
  const again = await admin.call('POST', 'documents/standing-delegation', { fromEmployee: OTIENO.number, toEmployee: 'MRT-003', ...days })
  expect([again.statusCode, again.json<{ message: string }>().message]).toEqual([422, 'This person no longer works here. An administrator reassigns what waits for them.'])
  const { id } = await test.services.database.kysely.selectFrom('users').select('id').where('email', '=', OTIENO.email).executeTakeFirstOrThrow()
  const reassigned = await admin.call('POST', `admin/reassignApprovals/${id}`, { to: 'MRT-002' })
  expect(reassigned.statusCode, reassigned.body).toBe(200)
  expect(await waiting('mine')).toEqual([entryNo])
  expect((await achieng.call('POST', 'approvals/approve', { entryNo })).statusCode).toBe(200)

  // What they chose holds again if their record was changed by mistake.
  expect((await setActive(OTIENO.number, true)).statusCode).toBe(200)
  const { no: next } = await raiseAndSend(await test.signIn('wanjiku@mazingira.example'))
  const found = await achieng.call('GET', `approvals/approvalEntries?scope=delegated&search=${next}`)
  expect(found.json<{ data: object[] }>().data).toHaveLength(1)
})

it('nobody ends the employment of who decides on their requests, nor that of the head of their department', async () => {
  // Ruth is HR; her supervisor would be passed over for the next one up.
  const { supervisor, department } = (await hr.call('GET', `documents/employee/${RUTH.number}`)).json<{ data: { supervisor: string; department: string } }>().data
  const { head } = (await hr.call('GET', `documents/department/${department}`)).json<{ data: { head: string } }>().data
  const ruth = await test.signIn(RUTH.email)
  for (const number of new Set([supervisor, head].filter((one) => one !== RUTH.number))) {
    const answer = await setActive(number, false, ruth)
    expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([422, 'This person decides on your requests, so somebody else has to change that'])
  }
})

it('nobody ends their own employment', async () => {
  const ruth = await test.signIn(RUTH.email)
  const answer = await setActive(RUTH.number, false, ruth)
  expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([403, 'This is about yourself, so somebody else has to change it: Active.'])
  expect(await sessionStatus(test, ruth.token)).toBe(200)
})

it('the last person who administers the portal does not leave, and leaves once somebody else does', async () => {
  const { kysely } = test.services.database
  const setAdmin = (email: string, isAdmin: boolean) => kysely.updateTable('users').set({ is_admin: isAdmin }).where('email', '=', email).execute()
  await setAdmin(OTIENO.email, true)
  await setAdmin('admin@mazingira.example', false)
  const session = await test.signIn(OTIENO.email)
  const refused = await setActive(OTIENO.number, false)
  expect([refused.statusCode, codeOf(refused)]).toEqual([409, 'last-administrator'])
  expect(await sessionStatus(test, session.token)).toBe(200)
  await setAdmin('admin@mazingira.example', true)
  expect((await setActive(OTIENO.number, false)).statusCode).toBe(200)
})

it('of the last two people who administer the portal only one leaves, or loses that right, if both do at once', async () => {
  const { kysely } = test.services.database
  const setAdmin = (email: string, isAdmin: boolean) => kysely.updateTable('users').set({ is_admin: isAdmin }).where('email', '=', email).execute()
  expect((await setActive(OTIENO.number, true)).statusCode).toBe(200)
  await setAdmin(RUTH.email, true)
  await setAdmin('admin@mazingira.example', false)
  const left = await Promise.all([setActive(OTIENO.number, false), setActive(RUTH.number, false)])
  expect(left.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  for (const { number } of [OTIENO, RUTH]) await setActive(number, true)

  const otieno = await test.signIn(OTIENO.email)
  const ruth = (await otieno.call('GET', `admin/users?search=${RUTH.email}`)).json<{ data: { id: string; name: string; email: string; employee: string; default_company: string; _rev: number }[] }>().data[0]
  if (ruth === undefined) throw new Error('Ruth is not listed.')
  const { id, ...fields } = ruth
  const [demoted, gone] = await Promise.all([
    otieno.call('POST', `admin/updateUser/${id}`, { name: fields.name, email: fields.email, employee: fields.employee, default_company: fields.default_company, is_admin: false, _rev: fields._rev }),
    setActive(OTIENO.number, false),
  ])
  expect([demoted, gone].filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  await setAdmin('admin@mazingira.example', true)
})

describe('a person who has left', () => {
  const WANJIKU = { email: 'wanjiku@mazingira.example' }
  const subjects = async (email: string): Promise<string[]> => (await messagesTo(test, email)).map(({ subject }) => subject)
  const passwordOf = async (email: string) => (await test.services.database.kysely.selectFrom('users').select('password_hash').where('email', '=', email).executeTakeFirstOrThrow()).password_hash
  const userOf = async (admin: Caller, email: string) => (await admin.call('GET', `admin/users?search=${email}`)).json<{ data: Record<string, unknown>[] }>().data[0] ?? {}
  let number: string

  beforeAll(async () => {
    number = (await test.services.database.kysely.selectFrom('users').select('employee').where('email', '=', WANJIKU.email).executeTakeFirstOrThrow()).employee ?? ''
    for (const one of [OTIENO.number, RUTH.number]) await setActive(one, true)
  })

  it('gets no mail about a decision or their account, and gets them again once they are back', async () => {
    const wanjiku = await test.signIn(WANJIKU.email)
    const otieno = await test.signIn(OTIENO.email)
    const decide = async (no: string) => otieno.call('POST', 'approvals/reject', { entryNo: (await openEntry(otieno, no)).entryNo, reason: 'Too dear' })
    const [first, second] = [await raiseAndSend(wanjiku), await raiseAndSend(wanjiku)]
    expect((await setActive(number, false)).statusCode).toBe(200)
    const before = await subjects(WANJIKU.email)
    expect((await decide(first.no)).statusCode).toBe(200)
    const admin = await test.signIn('admin@mazingira.example')
    const { id, name, email, employee, default_company, companies, _rev, _actions: offered } = await userOf(admin, WANJIKU.email)
    const sent = await admin.call('POST', 'admin/sendActivationLink', { email: WANJIKU.email })
    expect([offered, sent.statusCode, codeOf(sent)]).toEqual([expect.not.arrayContaining(['sendLink']), 409, 'user-has-left'])
    const given = await admin.call('POST', `admin/updateUser/${id as string}`, { name, email, employee, default_company, companies, _rev, roles: ['hr'] })
    expect(given.statusCode, given.body).toBe(200)
    for (const path of ['resetPassword', 'requestCredentials']) expect((await post(test, path, { email: WANJIKU.email })).statusCode).toBe(200)
    for (let round = 0; round < 6; round += 1) await post(test, 'login', { email: WANJIKU.email, password: 'wrong' })
    await doJobs(test)
    expect(await subjects(WANJIKU.email)).toEqual(before)
    expect((await setActive(number, true)).statusCode).toBe(200)
    expect((await decide(second.no)).statusCode).toBe(200)
    expect((await subjects(WANJIKU.email)).length).toBe(before.length + 1)
  })

  it('sets nothing with a link that was sent before they left', async () => {
    await post(test, 'resetPassword', { email: RUTH.email })
    await doJobs(test)
    const token = await passwordLink(test, RUTH.email)
    const before = await passwordOf(RUTH.email)
    expect((await setActive(RUTH.number, false)).statusCode).toBe(200)
    const seen = await test.inject({ method: 'GET', url: `/api/v1/hrmis/auth/setPassword/${token}` })
    const set = await post(test, 'setPassword', { token, password: 'Karibu-tena-2027', password_confirmation: 'Karibu-tena-2027' })
    expect([seen, set].map((answer) => [answer.statusCode, codeOf(answer)])).toEqual([[403, 'employment-ended'], [403, 'employment-ended']])
    expect(await passwordOf(RUTH.email)).toBe(before)
    expect((await setActive(RUTH.number, true)).statusCode).toBe(200)
    expect((await test.inject({ method: 'GET', url: `/api/v1/hrmis/auth/setPassword/${token}` })).statusCode).toBe(200)
  })
})

// Another process cannot open a database in memory.
it.runIf(KINDS.includes('postgres'))('the operator gets neither a link nor an administrator of somebody who has left, and is told why', async () => {
  await setActive(OTIENO.number, false)
  const says = 'The employee record says that Otieno Ochieng has left, so the portal is closed to them. If that is wrong, let the record be corrected first.\n'
  const environment = { ...process.env, DATABASE_URL: test.databaseUrl }
  const handOut = (): unknown[] => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['dist/src/server/hand-out-link.js', OTIENO.email], { cwd: ROOT, encoding: 'utf8', env: environment })
    return [status, stdout, stderr]
  }
  const makeAdministrator = async (): Promise<unknown[]> => {
    let [said, told] = ['', '']
    const code = await operate({ engines: test.engines, environment, say: (line) => { said += line }, complain: (text) => { told += text } }, ['administrator', OTIENO.email, '--company', 'MRT'])
    return [code, said, told]
  }
  const { kysely } = test.services.database
  const account = () => kysely.selectFrom('users').selectAll().where('email', '=', OTIENO.email).executeTakeFirstOrThrow()
  const before = await account()
  expect(handOut()).toEqual([1, '', says])
  expect(await makeAdministrator()).toEqual([1, '', says.trimEnd()])
  expect(await account()).toEqual(before)
  await setActive(OTIENO.number, true)
  expect(handOut()).toEqual([0, expect.stringContaining('/auth/setPassword/'), ''])
})
