/** Without a mail server, and outside of the demo: nobody reads another user's codes and links, and handing over a link records who did. */
import { execFileSync, spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccountEvent } from '../../../src/contract/index.ts'
import { KINDS, ROOT, startApp, type Caller, type TestApp } from '../harness.ts'
import { openEntry, raiseAndSend } from '../petty-cash-cases.ts'

let test: TestApp
let admin: Caller
beforeAll(async () => {
  test = await startApp({ isDemo: false, settings: { MRT: { approval_settings: { approve_by_mail: true } } } })
  admin = await test.signIn('admin@mazingira.example')
})
afterAll(() => test.stop())

interface Message { recipient: string; subject: string; text: string }
const outbox = async (): Promise<Message[]> => (await admin.call('GET', 'admin/outbox')).json<{ data: Message[] }>().data
const signIns = async (): Promise<string> => (await admin.call('GET', 'admin/signins?limit=10')).body
interface Row { outcome: string; name: string; by: string | null; detail: string }
/** The newest two log lines that match the search, newest first. */
const logRows = async (search: string): Promise<Row[]> => (await admin.call('GET', `admin/signins?limit=2&search=${encodeURIComponent(search)}`)).json<{ data: Row[] }>().data
const historyOf = async (email: string): Promise<AccountEvent[]> => {
  const { id } = await test.services.database.kysely.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  return (await admin.call('GET', `admin/users/${id}/history`)).json<{ data: AccountEvent[] }>().data
}
const setPassword = (link: string, password: string): ReturnType<TestApp['inject']> => (
  test.inject({ method: 'POST', url: '/api/v1/hrmis/auth/setPassword', payload: { token: link.split('/').at(-1), password, password_confirmation: password, device_name: 'test' } })
)

describe('an installation without a mail server', () => {
  it('a mail about an approval has no link to decide', async () => {
    const { no } = await raiseAndSend(await test.signIn('wanjiku@mazingira.example'))
    await openEntry(await test.signIn('otieno@mazingira.example'), no)
    expect(await test.services.database.kysely.selectFrom('decision_links').select('token_hash').execute()).toEqual([])
    expect((await outbox()).filter(({ text }) => text.includes('/auth/decide/'))).toEqual([])
  })

  it.each([
    ['a secret of somebody else', 'mutua@mazingira.example', true, false], ['a secret of their own', 'admin@mazingira.example', true, false],
    ['pay of somebody else', 'mutua@mazingira.example', false, false], ['their own record', 'admin@mazingira.example', false, true],
  ])('an administrator is not shown what a stored message says, unless it is for them and has no secret: %s', async (_, recipient, isSecret, isShown) => {
    const said = { subject: 'Your leave allowance is paid', text: '4,000 is paid' }
    await test.services.database.kysely.insertInto('outbox').values({ company: 'MRT', recipient, ...said, attempts: 0, is_secret: isSecret }).execute()
    const [newest] = await outbox()
    expect(newest).toMatchObject({ recipient, ...(isShown ? said : { subject: 'Message for its recipient alone', text: 'Only the recipient reads what it says.' }) })
  })

  it('a request for a link creates none', async () => {
    const answer = await test.inject({ method: 'POST', url: '/api/v1/hrmis/auth/resetPassword', payload: { email: 'mutua@mazingira.example' } })
    expect([200, 404]).toContain(answer.statusCode)
    expect(await test.services.database.kysely.selectFrom('links').select('token_hash').execute()).toEqual([])
  })

  it('an administrator hands out the link of a visitor, and the sign-in log names them and the person who used it', async () => {
    const { data, message } = (await admin.call('POST', 'admin/sendActivationLink', { email: 'visitor@mazingira.example' })).json<{ data: { link: string }; message: string }>()
    expect(message).toMatch(/^No mail server is set\. Give this link/)
    expect((await outbox()).filter(({ text }) => text.includes(data.link))).toEqual([])
    expect((await setPassword(data.link, 'a plover over the estuary')).statusCode).toBe(200)
    const used = await test.services.database.kysely.selectFrom('events').select('changes').where('type', '=', 'session').where('kind', '=', 'link-used').executeTakeFirstOrThrow()
    const { id } = await test.services.database.kysely.selectFrom('users').select('id').where('email', '=', 'admin@mazingira.example').executeTakeFirstOrThrow()
    expect(used.changes).toEqual({ by: id })
    expect(await signIns()).toContain('handed out')
    const byAdmin = { name: 'Visiting Auditor', by: 'Portal Administrator' }
    expect((await logRows('handed')).map(({ name }) => name)).toEqual([])
    expect(await logRows('Portal Administrator')).toEqual([expect.objectContaining({ ...byAdmin, outcome: 'link-used', detail: 'reset' }), expect.objectContaining({ ...byAdmin, outcome: 'link-sent', detail: 'reset, handed out' })])
    const made = (await historyOf('visitor@mazingira.example')).filter(({ kind }) => kind.startsWith('link-'))
    expect(made.map(({ kind, by, givenBy }) => [kind, by, givenBy])).toEqual([['link-used', null, 'Portal Administrator'], ['link-sent', 'Portal Administrator', null]])
    expect((await setPassword(data.link, 'another over the estuary')).statusCode).toBeGreaterThanOrEqual(400)
  })

  // Another process cannot open a database in memory.
  it.runIf(KINDS.includes('postgres'))('a link for an approver is handed out by the operator of the server, not by an administrator', async () => {
    expect((await admin.call('POST', 'admin/sendActivationLink', { email: 'otieno@mazingira.example' })).statusCode).toBe(409)
    const link = execFileSync(process.execPath, ['dist/src/server/hand-out-link.js', 'otieno@mazingira.example'], { cwd: ROOT, encoding: 'utf8', env: { ...process.env, DATABASE_URL: test.databaseUrl } }).trim()
    expect((await setPassword(link, 'a heron under the bridge')).statusCode).toBe(200)
    const used = await test.services.database.kysely.selectFrom('events').select('changes').where('type', '=', 'session').where('kind', '=', 'link-used').orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect(used.changes).toEqual({ by: 'the operator of the server' })
    const byOperator = { name: 'Otieno Ochieng', by: 'the operator of the server' }
    expect(await logRows('operator of the server')).toEqual([expect.objectContaining({ ...byOperator, outcome: 'link-used' }), expect.objectContaining({ ...byOperator, outcome: 'link-sent' })])
    const made = (await historyOf('otieno@mazingira.example')).filter(({ kind }) => kind.startsWith('link-'))
    expect(made.map(({ kind, by, givenBy, device }) => [kind, by, givenBy, device?.startsWith('by ') ?? false])).toEqual([['link-used', null, 'the operator of the server', false], ['link-sent', 'the operator of the server', null, false]])
  })

  it.runIf(KINDS.includes('postgres'))('a person with a Windows account gets no link, and the operator is told why', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['dist/src/server/hand-out-link.js', 'hassan@baraka.example'], { cwd: ROOT, encoding: 'utf8', env: { ...process.env, DATABASE_URL: test.databaseUrl } })
    expect([status, stdout, stderr]).toEqual([1, '', 'Hassan Juma signs in to Baraka Manufacturing with a Windows account (hassan), whose password no link can set. The Windows administrator resets it.\n'])
  })
})
