/**
 * From an empty database to a signed-in administrator, using only the operator's commands: before the server starts (embedded) or while it
 * runs (PostgreSQL).
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/server/config.ts'
import { createLog } from '../../src/server/log.ts'
import { operate } from '../../src/server/operate/commands.ts'
import { runServer, type RunningServer } from '../../src/server/run.ts'
import { freePort } from '../../tools/postgres.ts'
import { createServerDatabase } from '../store/server-database.ts'
import { enginesOfModules } from '../store/support.ts'
import { KINDS, ONE_KIND, ROOT } from './harness.ts'

const AMINA = 'amina@roads.example'
const NEW = 'a plover over the estuary'

describe.each(KINDS)('an installation on %s', (kind) => {
  let folder: string
  let environment: Record<string, string>
  let base: string
  let server: RunningServer | undefined
  let drop = (): Promise<void> => Promise.resolve()

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'dirisha-first-'))
    const port = await freePort()
    base = `http://127.0.0.1:${port}`
    environment = { DATA_DIR: path.join(folder, 'data'), DATABASE_URL: '', PORT: String(port), HOST: '127.0.0.1', PUBLIC_URL: base, DEMO: '0', SMTP_URL: '', LOG_LEVEL: 'info' }
    if (kind === 'pglite') return
    const made = await createServerDatabase()
    environment['DATABASE_URL'] = made.url
    drop = made.drop
    await start()
  })
  afterAll(async () => {
    await server?.stop()
    await drop()
    rmSync(folder, { recursive: true, force: true })
  })

  async function start(): Promise<void> {
    server = await runServer({ ...readConfig(environment, { root: ROOT }) }, createLog('silent'), { engines: await enginesOfModules() })
  }

  /**
   * The same in this process, where the log does not matter: a separate process takes half a second to start, and reads the modules again.
   */
  async function runHere(...args: string[]): Promise<{ code: number; said: string; told: string }> {
    let [said, told] = ['', '']
    const code = await operate({ engines: await enginesOfModules(), environment: { ...process.env, ...environment, LOG_LEVEL: 'silent' }, say: (line) => { said += `${line}\n` }, complain: (text) => { told += `${text}\n` } }, args)
    return { code, said, told }
  }

  /** Runs a command while the server keeps responding. */
  function run(...args: string[]): Promise<{ code: number | null; said: string; told: string }> {
    return new Promise((resolve, reject) => {
      const command = spawn(process.execPath, ['dist/src/server/operate/main.js', ...args], { cwd: ROOT, env: { ...process.env, ...environment } })
      let [said, told] = ['', '']
      command.stdout.setEncoding('utf8').on('data', (part: string) => { said += part })
      command.stderr.setEncoding('utf8').on('data', (part: string) => { told += part })
      command.once('error', reject).once('close', (code) => resolve({ code, said, told }))
    })
  }

  const call = async <T>(method: string, address: string, body?: object, token = ''): Promise<{ status: number; body: T }> => {
    const answer = await fetch(`${base}/api/v1/${address}`, { method, headers: { ...(token !== '' && { authorization: `Bearer ${token}` }), ...(body && { 'content-type': 'application/json' }) }, ...(body && { body: JSON.stringify(body) }) })
    return { status: answer.status, body: (await answer.json()) as T }
  }

  it('gets its first company and administrator by commands, and the administrator signs in and sees what the operator did', async () => {
    if (kind === 'postgres') expect(await runHere('administrator', AMINA, 'Amina Yusuf')).toMatchObject({ code: 1, told: expect.stringMatching(/^There is no company yet\. Add one first: npm run company/) as string })
    const hasProcess = kind === ONE_KIND[0]
    const command = hasProcess ? run : runHere
    const added = await command('company', 'MRT', 'Ministry of Roads', '--currency', 'UGX', '--time-zone', 'Africa/Kampala')
    expect([added.code, added.said]).toEqual([0, 'Added the company MRT: Ministry of Roads, UGX, Africa/Kampala.\n'])
    if (hasProcess) expect(JSON.parse(added.told)).toMatchObject({ level: 'warn', company: 'MRT', by: 'the operator of the server', msg: 'a company was added' })
    const made = await command('administrator', AMINA, 'Amina Yusuf')
    const link = /^Amina Yusuf administers MRT\.\nSet the password within 24 hours, once, at:\n(\S+)\n$/.exec(made.said)?.[1] ?? expect.fail(made.said + made.told)
    // The log names who, and contains no link.
    if (hasProcess) expect(JSON.parse(made.told)).toMatchObject({ level: 'warn', by: 'the operator of the server', msg: 'an administrator was made' })
    if (kind === 'pglite') await start()

    const token = link.slice(link.lastIndexOf('/') + 1)
    expect(link).toBe(`${base}/auth/setPassword/${token}`)
    const setPassword = (): ReturnType<typeof call> => call('POST', 'hrmis/auth/setPassword', { token, password: NEW, password_confirmation: NEW, device_name: 'test' })
    expect((await setPassword()).status).toBe(200)
    expect(await setPassword()).toMatchObject({ status: 422, body: { code: 'account-not-set' } })
    const { body: { data: session } } = await call<{ data: { token: string } }>('POST', 'hrmis/auth/login', { email: AMINA, password: NEW, device_name: 'test' })
    const users = await call<{ data: { id: string; email: string; is_admin: boolean; companies: string[] }[] }>('GET', 'admin/users', undefined, session.token)
    expect([users.status, users.body.data]).toEqual([200, [expect.objectContaining({ email: AMINA, is_admin: true, companies: ['MRT'] })]])
    const history = await call<{ data: { kind: string; by: string | null; givenBy?: string | null }[] }>('GET', `admin/users/${users.body.data[0]?.id}/history`, undefined, session.token)
    const operator = 'the operator of the server'
    expect(history.body.data.map(({ kind: what, by, givenBy }) => [what, by ?? givenBy ?? null])).toEqual(expect.arrayContaining([['created', operator], ['link-used', operator]]))
    const signIns = await call<{ data: { outcome: string; by: string | null }[] }>('GET', 'admin/signins', undefined, session.token)
    expect(signIns.body.data.filter(({ by }) => by === operator).map(({ outcome }) => outcome)).toEqual(['link-used', 'link-sent'])
    // The modules' seed data is there, and amounts are in the company's currency.
    const settings = await call<{ data: Record<string, Record<string, unknown>> }>('GET', 'admin/settings', undefined, session.token)
    expect(JSON.stringify(settings.body)).toContain('"UGX"')
    expect((await call<{ data: unknown[] }>('GET', 'documents/location', undefined, session.token)).body.data.length).toBeGreaterThan(0)
  }, 120_000)

  it.runIf(kind === 'postgres')('gets further companies and administrators, and refuses invalid commands with a message', async () => {
    const refused: [args: string[], says: RegExp][] = [
      [['company', 'MRT', 'Again'], /^There is a company MRT already: Ministry of Roads\./],
      [['company', 'BML', 'Ministry  of Rоads'], /^The name is too similar to that of MRT: Ministry of Roads\./],
      [['company', 'bml', 'Bomas'], /^"bml" cannot be the code of a company\. Take 2 to 20 capital letters/],
      [['company', 'BML', 'Bomas', '--currency', 'SHILLING'], /^There is no currency "SHILLING"\./],
      [['company', 'BML', 'Bomas', '--time-zone', 'Nairobi'], /^There is no time zone "Nairobi"\./],
      [['company', 'BML', 'Bomas', '--colour', 'red'], /^There is no option --colour\. Usage: npm run company/],
      [['company', 'BML'], /^Usage: npm run company/],
      [['company', 'BML', '\u3164'], /^Usage: npm run company/],
      [['company', 'BML', 'Bomas', 'of Kenya'], /^Unexpected argument "of Kenya"\. Usage: npm run company/],
      [['administrator', 'nobody', 'No Body'], /^"nobody" is not an e-mail address\./],
      [['administrator', 'juma@roads.example'], /^No account has the e-mail juma@roads\.example\. Give the name for a new account/],
      [['administrator', 'juma@roads.example', 'Juma', '--company', 'XYZ'], /^There is no company XYZ\. There are: MRT\./],
      [['administrator'], /^Usage: npm run administrator/],
    ]
    for (const [args, says] of refused) expect([args, await runHere(...args)]).toEqual([args, { code: 1, said: '', told: expect.stringMatching(new RegExp(`${says.source}[^\\n]*\\n$`)) as string }])
    expect((await runHere('company', 'BML', 'Bomas')).code).toBe(0)
    // An existing user keeps what they have.
    const again = await runHere('administrator', AMINA.toUpperCase())
    expect(again.said).toBe(`Amina Yusuf administers MRT, BML.\nThey sign in with their existing password. If it is lost: npm run link -- ${AMINA}\n`)
    const { body: { data: { token } } } = await call<{ data: { token: string } }>('POST', 'hrmis/auth/login', { email: AMINA, password: NEW, device_name: 'test' })
    expect((await call<{ data: { companies: string[] }[] }>('GET', 'admin/users', undefined, token)).body.data[0]?.companies).toEqual(['MRT', 'BML'])
  }, 120_000)
})
