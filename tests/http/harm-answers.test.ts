/** Every kind of response tells the browser how to treat it. */
import { existsSync } from 'node:fs'
import { connect, type AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ROOT, startApp, type Caller, type TestApp } from './harness.ts'
import { NO_CEILINGS, openEntry, raise, raiseAndSend } from './petty-cash-cases.ts'

let test: TestApp
let wanjiku: Caller
let base = ''
let scene: { open: string; file: string; released: string }

beforeAll(async () => {
  if (!existsSync(path.join(ROOT, 'dist', 'portal', 'index.html'))) throw new Error('The portal is not built, and its answers are looked at here: run `npm run build` first.')
  test = await startApp({ settings: NO_CEILINGS })
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  base = `http://127.0.0.1:${String((test.app.server.address() as AddressInfo).port)}`
  const otieno = await test.signIn('otieno@mazingira.example')
  wanjiku = await test.signIn('wanjiku@mazingira.example')
  const { no: open, attachments } = await raise(wanjiku)
  const { no: released } = await raiseAndSend(wanjiku)
  expect((await otieno.call('POST', 'approvals/approve', { entryNo: (await openEntry(otieno, released)).entryNo })).statusCode).toBe(200)
  scene = { open, file: attachments[0]?.id ?? '', released }
})
afterAll(() => test.stop())

const DOCUMENT = { accept: 'text/html' }
const JSON_TYPE = { 'content-type': 'application/json' }
interface Kind { name: string; path: string | (() => string); status: number; type?: RegExp; method?: string; headers?: Record<string, string>; body?: string; isSignedIn?: boolean; /** No plugin handles it. */ isBare?: boolean }

const ANSWERS: Kind[] = [
  { name: 'the page', path: '/', status: 200, headers: DOCUMENT, type: /^text\/html/ },
  { name: 'a screen', path: '/pettycash/list?search=%3Cscript%3E', status: 200, headers: DOCUMENT },
  { name: 'a HEAD request for the page', path: '/', status: 200, method: 'HEAD', headers: DOCUMENT },
  { name: 'a file of the portal', path: '/favicon.svg', status: 200 },
  { name: 'a missing file of the portal', path: '/assets/none.js', status: 404, type: /json/ },
  { name: 'an answer of the API', path: '/api/v1/portal/bootstrap', status: 200, type: /json/, isSignedIn: true },
  { name: 'an answer without a session', path: '/api/v1/company', status: 200, type: /json/ },
  { name: 'the description of the API', path: '/api/v1/openapi.json', status: 200, type: /json/ },
  { name: 'a refusal without a session', path: '/api/v1/portal/bootstrap', status: 401, type: /json/ },
  { name: 'a refusal for lack of rights', path: '/api/v1/admin/users', status: 403, type: /json/, isSignedIn: true },
  { name: 'an unknown address', path: '/api/v1/nothing', status: 404, type: /json/, isSignedIn: true },
  { name: 'an address that cannot be decoded', path: '/api/v1/documents/%zz', status: 404, type: /json/, isBare: true },
  { name: 'an address of a page that cannot be decoded', path: '/%E0%A4%A', status: 404, type: /json/, headers: DOCUMENT, isBare: true },
  { name: 'an unknown method', path: '/api/v1/company', status: 404, method: 'PUT', type: /json/ },
  { name: 'a preflight request of another site', path: '/api/v1/company', status: 404, method: 'OPTIONS', headers: { origin: 'https://evil.example', 'access-control-request-method': 'GET' } },
  { name: 'a call of another site', path: '/api/v1/company', status: 200, headers: { origin: 'https://evil.example' } },
  { name: 'broken JSON', path: '/api/v1/hrmis/auth/login', status: 400, method: 'POST', headers: JSON_TYPE, body: '{"email":', type: /json/ },
  { name: 'a body in XML', path: '/api/v1/hrmis/auth/login', status: 415, method: 'POST', headers: { 'content-type': 'text/xml' }, body: '<a/>', type: /json/ },
  { name: 'a body that is too large', path: '/api/v1/hrmis/auth/login', status: 413, method: 'POST', headers: JSON_TYPE, body: JSON.stringify({ email: 'x'.repeat(20_000) }), type: /json/ },
  { name: 'an incomplete sign-in', path: '/api/v1/hrmis/auth/login', status: 422, method: 'POST', headers: JSON_TYPE, body: '{}', type: /json/ },
  { name: 'a request for another company', path: '/api/v1/portal/bootstrap', status: 409, headers: { 'x-company': 'BML' }, isSignedIn: true, type: /json/ },
  { name: 'a file', path: () => `/api/v1/documents/petty-cash/${scene.open}/files/${scene.file}`, status: 200, type: /^image\/png/, isSignedIn: true },
  { name: 'a file that is shown', path: () => `/api/v1/documents/petty-cash/${scene.open}/files/${scene.file}?inline=1`, status: 200, type: /^image\/png/, isSignedIn: true },
  { name: 'a print', path: () => `/api/v1/documents/petty-cash/${scene.released}/print/document`, status: 200, type: /^application\/pdf/, isSignedIn: true },
  { name: 'a missing picture of the company', path: `/api/v1/company/images/${'0'.repeat(64)}`, status: 404, type: /json/ },
  { name: 'the health call', path: '/healthz', status: 200 },
  { name: 'the metrics', path: '/metrics', status: 200, type: /^text\/plain/ },
]

const CALM: Record<string, RegExp> = {
  'x-content-type-options': /^nosniff$/, 'x-frame-options': /^DENY$/, 'referrer-policy': /^same-origin$/, 'permissions-policy': /camera=\(\).*geolocation=\(self\)/,
  'cross-origin-resource-policy': /^same-origin$/, 'x-permitted-cross-domain-policies': /^none$/, 'x-dns-prefetch-control': /^off$/,
}

const BARE = { 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY', 'content-security-policy': "default-src 'none';frame-ancestors 'none'", 'cache-control': 'no-store' }

const unrest = (headers: Headers): string[] =>
  Object.entries(CALM).filter(([name, pattern]) => !pattern.test(headers.get(name) ?? '')).map(([name]) => `${name}: ${headers.get(name) ?? 'none'}`)

/** What is wrong with the headers of a response; empty if all is well. */
function faults(headers: Headers, isApi: boolean): string[] {
  const found = unrest(headers)
  found.push(...policyFaults(headers.get('content-security-policy') ?? ''))
  for (const name of ['server', 'x-powered-by', 'access-control-allow-origin', 'access-control-allow-credentials', 'set-cookie']) if (headers.has(name)) found.push(`${name}: ${headers.get(name) ?? ''}`)
  if (isApi && !/no-store/.test(headers.get('cache-control') ?? '')) found.push(`cache-control: ${headers.get('cache-control') ?? 'none'}`)
  return found
}

function policyFaults(policy: string): string[] {
  const directives = new Map(policy.split(';').map((one) => one.trim().split(/\s+/)).map(([name = '', ...sources]) => [name, sources.join(' ')]))
  const wanted: Record<string, RegExp> = {
    'default-src': /^'(self|none)'$/, 'script-src': /^'self'$/, 'object-src': /^'none'$/, 'base-uri': /^'(self|none)'$/, 'form-action': /^'self'$/, 'frame-ancestors': /^'none'$/,
    'connect-src': /^'self' blob:$/, 'worker-src': /^'self' blob:$/, 'frame-src': /^'self' blob:$/,
  }
  const wrong = Object.entries(wanted).filter(([name, pattern]) => !pattern.test(directives.get(name) ?? '')).map(([name]) => `${name} ${directives.get(name) ?? 'is missing'}`)
  // Inline styles are allowed, nothing else inline; and nothing may be loaded from elsewhere.
  const loose = [...directives].filter(([name, sources]) => /unsafe-eval|\*|https?:|unsafe-hashes/.test(sources) || (/unsafe-inline|data:|blob:/.test(sources) && /^(script|default|object|base)/.test(name)))
  return [...wrong, ...loose.map(([name, sources]) => `${name} ${sources}`)]
}

async function call({ path: at, method = 'GET', headers = {}, body, isSignedIn = false }: Kind): Promise<Response> {
  return fetch(base + (typeof at === 'string' ? at : at()), { method, redirect: 'manual', headers: { ...headers, ...(isSignedIn && { authorization: `Bearer ${wanjiku.token}` }) }, ...(body !== undefined && { body }) })
}

describe('the security headers', () => {
  it.each(ANSWERS.map((one) => [one.name, one] as const))('are set for %s', async (_, kind) => {
    const answer = await call(kind)
    await answer.arrayBuffer()
    expect(answer.status).toBe(kind.status)
    if (kind.type) expect(answer.headers.get('content-type')).toMatch(kind.type)
    if (kind.isBare) expect([Object.fromEntries(answer.headers), unrest(answer.headers)]).toEqual([expect.objectContaining(BARE), []])
    else expect(faults(answer.headers, answer.url.includes('/api/'))).toEqual([])
  })

  it('forbid caches to store files and prints, and say whether to show or save them', async () => {
    const [file, shown, print] = await Promise.all(ANSWERS.filter(({ name }) => ['a file', 'a file that is shown', 'a print'].includes(name)).map(call))
    expect([file, shown, print].map((answer) => answer?.headers.get('content-disposition')?.split(';')[0])).toEqual(['attachment', 'inline', 'inline'])
    for (const answer of [file, shown, print]) expect(answer?.headers.get('cache-control')).toBe('private, no-store')
    for (const answer of [file, shown, print]) await answer?.arrayBuffer()
  })

  it('are set on an event stream', async () => {
    const stopping = new AbortController()
    const answer = await fetch(`${base}/api/v1/events/stream`, { headers: { authorization: `Bearer ${wanjiku.token}` }, signal: stopping.signal })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
    expect(faults(answer.headers, true)).toEqual([])
    stopping.abort()
  })

  it('are set on an unexpected error, which reveals nothing of its cause', async () => {
    const logged = vi.spyOn(test.services.log, 'error').mockImplementation(() => undefined)
    const broken = vi.spyOn(test.services.clock, 'now').mockImplementation(() => { throw new Error('secret cause at /srv/app/dist/clock.js') })
    const answer = await call({ name: '', path: '/api/v1/portal/bootstrap', status: 500, isSignedIn: true })
    broken.mockRestore()
    expect(logged).toHaveBeenCalledOnce()
    logged.mockRestore()
    const text = await answer.text()
    expect([answer.status, faults(answer.headers, true)]).toEqual([500, []])
    expect(text).toMatch(/Something went wrong on our side\. It has been noted\. Reference: [0-9a-f-]{36}\./)
    expect(text).not.toMatch(/secret|srv|clock/)
  })

  const raw: [string, string, string][] = [
    ['a text that is not HTTP', 'HELLO\r\n\r\n', '400'],
    ['a request with two lengths', 'POST /api/v1/company HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\nabc', '400'],
    ['a request without a host', 'GET /api/v1/company HTTP/1.1\r\n\r\n', '400'],
    ['a request with an unknown expectation', 'POST /api/v1/hrmis/auth/login HTTP/1.1\r\nHost: x\r\nExpect: 200-ok\r\nContent-Length: 2\r\n\r\n{}', '417'],
    ['a header of 40,000 characters', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`, '431'],
  ]
  it.each(raw)('are set on the refusal of %s', async (_, text, status) => {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(base).port), '127.0.0.1', () => socket.write(text))
      let got = ''
      socket.on('data', (chunk: Buffer) => { got += chunk.toString() })
      socket.on('close', () => resolve(got)).on('error', reject)
    })
    const [line = '', ...lines] = (answer.split('\r\n\r\n')[0] ?? '').split('\r\n')
    expect(line).toContain(status)
    const headers = Object.fromEntries(lines.map((one) => one.split(': ')).map(([name = '', value = '']) => [name.toLowerCase(), value]))
    expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', ...BARE })
    expect(unrest(new Headers(headers))).toEqual([])
  })

  it('tell the browser to stay with https if the portal has an https address', async () => {
    const { config } = test.services
    const secure = await import('../../src/server/app.ts').then(({ buildApp }) => buildApp({ ...test.services, config: { ...config, publicUrl: 'https://portal.example' } }))
    try {
      const answer = await secure.inject({ method: 'GET', url: '/healthz' })
      expect(answer.headers).toMatchObject({ 'strict-transport-security': expect.stringMatching(/^max-age=\d{8,}/) as string, 'cross-origin-opener-policy': 'same-origin' })
    } finally {
      await secure.close()
    }
  })
})
