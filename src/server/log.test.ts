import { afterEach, expect, it, vi } from 'vitest'
import { readConfig } from './config.ts'
import { secretsOf } from './hide-secrets.ts'
import { createLog, type LogOptions } from './log.ts'
import { newToken } from './sign-in/tokens.ts'

const ROOT = new URL('../..', import.meta.url).pathname

/** The line that is logged. */
function logged(details: object, message = '', options: LogOptions = {}): string {
  const lines: string[] = []
  const take = (line: unknown): boolean => lines.push(String(line)) > 0
  vi.spyOn(process.stdout, 'write').mockImplementation(take)
  vi.spyOn(process.stderr, 'write').mockImplementation(take)
  createLog('debug', { isForPeople: false, ...options }).error(details, message)
  vi.restoreAllMocks()
  return lines.join('')
}
afterEach(() => { vi.restoreAllMocks() })

it('the log hides the installation’s own secrets everywhere, also in errors and their causes', () => {
  const secrets = secretsOf(readConfig({ DATABASE_URL: 'postgres://me:p%40ss-of-db@host/db', SMTP_URL: 'smtp://me:of-mail@host', SERVICE_PLACES_URL: 'https://host/?q={search}', SERVICE_PLACES_KEY: 'key-of-places', METRICS_TOKEN: 'token-of-metrics-1', LDAP_URL: 'ldaps://host', LDAP_SEARCH_BASE: 'dc=x', LDAP_SEARCH_PASSWORD: 'of-directory', SMS_URL: 'https://host', SMS_TOKEN: 'of-the-gateway', ANALYTICS_SECRET: 'sixteen-characters' }, { root: ROOT }))
  const text = secrets.join(' and ')
  expect(secrets.length).toBeGreaterThanOrEqual(8)
  const error = new Error(`outer ${text}`, { cause: new Error(`inner ${text}`) })
  for (const options of [{ secrets }, { secrets, isForPeople: true }]) {
    const line = logged({ err: error, list: [{ deep: text }] }, text, options)
    expect(line).toContain('outer [hidden]')
    expect(secrets.filter((secret) => line.includes(secret))).toEqual([])
  }
})

it('the log hides what looks like a secret and what is named like one', () => {
  const token = newToken()
  const line = logged({ url: `https://portal.example/auth/setPassword/${token}`, header: `Bearer ${token}`, basic: 'Basic dXNlcjpwYXNzd29yZA==', address: 'postgres://me:pass@host/db', authorization: 'x', inside: { newPassword: 'y', apiKey: 'z', cookies: ['w'] } })
  expect(JSON.parse(line)).toMatchObject({ url: 'https://portal.example/auth/setPassword/[hidden]', header: 'Bearer [hidden]', basic: 'Basic [hidden]', address: 'postgres://[hidden]@host/db', authorization: '[hidden]', inside: { newPassword: '[hidden]', apiKey: '[hidden]', cookies: '[hidden]' } })
})

it('the log keeps what is not secret: ids, hashes, routes, error codes', () => {
  const details = { reqId: '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed', hash: 'a'.repeat(64), route: '/api/v1/hrmis/auth/setPassword/:token', code: 'not-found', count: 3, none: null }
  expect(JSON.parse(logged(details, 'plain'))).toMatchObject({ ...details, level: 'error', msg: 'plain' })
})

it('the log accepts details that refer to themselves and big integers', () => {
  const round: Record<string, unknown> = { big: 10n }
  round['self'] = round
  expect(JSON.parse(logged({ round, context: 1 }, '', { context: () => ({ trace_id: 't' }) }))).toMatchObject({ trace_id: 't', round: { big: '10', self: '…' } })
})

it('the log leaves out the row’s values from an error of the database driver', () => {
  const line = logged({ err: Object.assign(new Error('duplicate key value violates unique constraint "users_email"'), { code: '23505', detail: 'Key (email)=(a@b.example) already exists.', parameters: ['a@b.example'] }) })
  expect(line).toContain('23505')
  expect(line).not.toContain('a@b.example')
})
