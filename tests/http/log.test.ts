/**
 * What a server logs at the most verbose level while users enter secrets: none of it grants access. Also by what a log line can be found.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { readConfig } from '../../src/server/config.ts'
import { describeFailure } from '../../src/server/describe-failure.ts'
import { secretsOf } from '../../src/server/hide-secrets.ts'
import { createLog } from '../../src/server/log.ts'
import { runServer } from '../../src/server/run.ts'
import { startMailServer, type MailServer } from '../servers/mail.ts'
import { SERVER } from '../store/server-database.ts'
import { enginesOfModules } from '../store/support.ts'
import { ONE_KIND, PASSWORD, ROOT } from './harness.ts'
import { startOwnProcess, type OwnProcess } from './own-process.ts'
import { request } from './petty-cash-cases.ts'

const ZAWADI = 'zawadi@uwezo.example'
const WANJIKU = 'wanjiku@mazingira.example'
const OF_DATABASE = 'Of-the-database-4711'
const NEW = 'Mvua-ya-vuli-2026'
const WRONG = 'Not-the-password-1963'
const KEY = 'key-of-a-save-that-fails'
const CONTENT = 'Content of an attachment that nobody logs'

let mail: MailServer
let server: OwnProcess
beforeAll(async () => {
  mail = await startMailServer()
  server = await startOwnProcess({
    people: [WANJIKU],
    environmentOf: (databaseUrl) => ({ LOG_LEVEL: 'trace', SMTP_URL: mail.url.replace('smtp://', 'smtp://user:Of-the-mail-4712@'), METRICS_TOKEN: 'Of-the-metrics-4713-x', ANALYTICS_SECRET: 'Of-the-analytics-4714', ...(databaseUrl !== undefined && { DATABASE_URL: withPassword(databaseUrl) }) }),
    // The save of a request with the description "Fails" fails unexpectedly.
    prepare: async ({ services: { database } }) => {
      await sql`create function fail() returns trigger language plpgsql as $$ begin if new.data->>'description' = 'Fails' then raise exception 'broken'; end if; return new; end $$`.execute(database.kysely)
      await sql`create trigger fail before insert on documents for each row execute function fail()`.execute(database.kysely)
    },
  })
})
afterAll(async () => {
  await server.stop()
  await mail.stop()
})

function withPassword(address: string): string {
  const url = new URL(address)
  url.password = OF_DATABASE
  return url.href
}

const post = (call: string, body: object, headers: Record<string, string> = {}): Promise<Response> => fetch(`${server.url}/api/v1/hrmis/auth/${call}`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })

/** The pattern's match in the newest mail to the recipient that contains it. */
async function mailed(to: string, pattern: RegExp): Promise<string> {
  return vi.waitFor(() => {
    const found = mail.received.filter((one) => one.to.includes(to)).map(({ text }) => pattern.exec(text.replaceAll('=\r\n', '').replaceAll('=3D', '='))?.[1]).findLast((one) => one !== undefined)
    if (found === undefined) throw new Error(`Nothing was mailed to ${to}.`)
    return found
  }, { timeout: 15_000, interval: 50 })
}

it('each answer has its own id, each refusal repeats it in its body, and an id that the caller sends is ignored', async () => {
  const answers = await Promise.all([
    server.call(WANJIKU, 'GET', 'portal/bootstrap', undefined, { 'x-request-id': 'chosen' }), server.call(WANJIKU, 'GET', 'documents/petty-cash/NONE'), fetch(`${server.url}/api/v1/portal/bootstrap`), fetch(`${server.url}/%E0%A4%A`),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 404, 401, 404])
  const ids = answers.map(({ headers }) => headers.get('x-request-id') ?? '')
  expect(new Set(ids.filter((id) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))).size).toBe(4)
  expect(await Promise.all(answers.slice(1).map(async (answer) => ((await answer.json()) as { requestId: string }).requestId))).toEqual(ids.slice(1))
})

it('the log contains no password, token, code, link or key, and a failure is found in it by the id of its answer', async () => {
  // A sign-in: with a wrong and the right password, with a wrong and the right code, then from a known browser.
  expect((await post('login', { email: ZAWADI, password: WRONG })).status).toBe(401)
  const begun = await post('login', { email: ZAWADI, password: PASSWORD })
  expect(begun.status).toBe(200)
  const { data: { challenge } } = await begun.json() as { data: { challenge: string } }
  const code = await mailed(ZAWADI, /code is (\d{6})/)
  expect((await post('2fa/verify', { challenge, code: code === '000000' ? '000001' : '000000' })).status).toBe(422)
  const verified = await post('2fa/verify', { challenge, code })
  const cookie = /dirisha_device=([^;]+)/.exec(verified.headers.get('set-cookie') ?? '')?.[1] ?? ''
  const { data: { token } } = await verified.json() as { data: { token: string } }
  expect([cookie.length, token.length]).toEqual([43, 43])
  // A link that sets another password.
  expect((await post('resetPassword', { email: WANJIKU }, { cookie: `dirisha_device=${cookie}` })).status).toBe(200)
  const link = await mailed(WANJIKU, /setPassword\/([\w-]{43})/)
  expect((await fetch(`${server.url}/api/v1/hrmis/auth/setPassword/${link}`)).status).toBe(200)
  expect((await post('setPassword', { token: link, password: NEW, password_confirmation: NEW })).status).toBe(200)
  const { data: { token: fresh } } = await (await post('login', { email: WANJIKU, password: NEW })).json() as { data: { token: string } }
  // An upload, a save that fails, and unknown addresses with a token in them.
  const asWanjiku = { authorization: `Bearer ${fresh}`, 'content-type': 'application/json', cookie: `dirisha_device=${cookie}` }
  const upload = (more: object): RequestInit => ({ method: 'POST', body: JSON.stringify(request({ ...more, attachments: [{ fileName: 'receipt.pdf', attachment: Buffer.from(`%PDF-1.4\n${CONTENT}\n%%EOF`).toString('base64') }] })) })
  expect((await fetch(`${server.url}/api/v1/hrmis/pettycash`, { ...upload({}), headers: asWanjiku })).status).toBe(201)
  const failed = await fetch(`${server.url}/api/v1/hrmis/pettycash`, { ...upload({ description: 'Fails' }), headers: { ...asWanjiku, 'idempotency-key': KEY } })
  expect(failed.status).toBe(500)
  expect((await fetch(`${server.url}/api/v1/nowhere/${fresh}?token=${fresh}`, { headers: asWanjiku })).status).toBe(404)
  expect((await fetch(`${server.url}/metrics`, { headers: { authorization: 'Bearer Of-the-metrics-4713-x' } })).status).toBe(200)

  const { requestId, message } = await failed.json() as { requestId: string; message: string }
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/)
  expect([failed.headers.get('x-request-id'), message]).toEqual([requestId, expect.stringContaining(`Reference: ${requestId}.`)])
  expect((await server.end()).code).toBe(0)
  const lines = server.written().split('\n').filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as { reqId?: string; msg: string; route?: string; status?: number })
  expect(lines.filter(({ reqId }) => reqId === requestId)).toEqual([
    expect.objectContaining({ level: 'error', msg: 'unexpected failure', method: 'POST', route: '/api/v1/hrmis/pettycash', err: expect.objectContaining({ message: 'broken', code: 'P0001' }) as object }),
    expect.objectContaining({ level: 'debug', msg: 'answered', status: 500 }),
  ])
  expect(lines.some(({ route, status }) => route === '/api/v1/hrmis/auth/setPassword/:token' && status === 200)).toBe(true)
  const secrets = { PASSWORD, WRONG, NEW, OF_DATABASE, KEY, CONTENT, challenge, code, cookie, token, link, fresh, ofMail: 'Of-the-mail-4712', ofMetrics: 'Of-the-metrics-4713-x', ofAnalytics: 'Of-the-analytics-4714', content: Buffer.from(CONTENT).toString('base64').slice(4, 40) }
  expect(Object.entries(secrets).filter(([, secret]) => server.written().includes(secret)).map(([name]) => name)).toEqual([])
}, 60_000)

it.runIf(ONE_KIND[0] === 'postgres')('a server that cannot start says why without the password of its database', async () => {
  // tests/store/operator-commands.test.ts covers what its process writes.
  const config = readConfig({ DATABASE_URL: withPassword(SERVER ?? '').replace(/\/[^/]*$/, `/none_${OF_DATABASE}`), DEMO: '0' }, { root: ROOT })
  const refused = await runServer(config, createLog('silent'), { engines: await enginesOfModules() }).then(() => '', (error: unknown) => describeFailure(error, secretsOf(config)))
  expect(refused).toContain('does not exist')
  expect(refused).not.toContain(OF_DATABASE)
})
