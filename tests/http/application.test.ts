import { readdirSync } from 'node:fs'
import { connect, type AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startApp } from './harness.ts'
import type { TestApp } from './harness.ts'

let test: TestApp
beforeAll(async () => { test = await startApp() })
afterAll(() => test.stop())

describe('the server', () => {
  it('sends headers that allow only its own scripts and no framing', async () => {
    const { headers } = await test.inject({ method: 'GET', url: '/healthz' })
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe-eval')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['x-powered-by']).toBeUndefined()
  })

  const bad: [string, { method: 'GET' | 'POST' | 'DELETE'; url: string; payload?: string; headers?: Record<string, string> }, number, string][] = [
    ['an unknown address of the API', { method: 'GET', url: '/api/v1/nonsense' }, 404, 'unknown-route'],
    ['a screen that is requested as JSON', { method: 'GET', url: '/pettycash/list', headers: { accept: 'application/json' } }, 404, 'unknown-route'],
    ['broken JSON', { method: 'POST', url: '/api/v1/hrmis/auth/login', payload: '{"email":', headers: { 'content-type': 'application/json' } }, 400, 'invalid-json'],
    ['a body in XML', { method: 'POST', url: '/api/v1/hrmis/auth/login', payload: '<a/>', headers: { 'content-type': 'text/xml' } }, 415, 'unsupported-media'],
    ['a body that is too large', { method: 'POST', url: '/api/v1/hrmis/auth/login', payload: `{"email":"${'x'.repeat(20_000)}"}`, headers: { 'content-type': 'application/json' } }, 413, 'too-large'],
  ]
  it.each(bad)('refuses %s with a sentence', async (_, request, status, code) => {
    const answer = await test.inject(request)
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject({ code })
    expect(answer.json<{ message: string }>().message).toMatch(/\.$/)
    expect(answer.body).not.toContain('    at ')
  })

  it('forbids caches to store answers of the API', async () => {
    const answer = await test.inject({ method: 'GET', url: '/api/v1/company' })
    expect(answer.headers['cache-control']).toBe('no-store')
  })
})

describe('health', () => {
  it('the health calls say that the process runs and is ready', async () => {
    expect((await test.inject({ method: 'GET', url: '/healthz' })).json()).toEqual({ status: 'ok' })
    expect((await test.inject({ method: 'GET', url: '/readyz' })).json()).toMatchObject({ status: 'ok', database: 'ok' })
  })

  it('the metrics for Prometheus include request durations and unsent mail', async () => {
    const { body } = await test.inject({ method: 'GET', url: '/metrics' })
    expect(body).toContain('http_request_duration_seconds_bucket')
    expect(body).toContain('outbox_unsent')
  })
})

describe('the portal', () => {
  it('gets document types for an employee, but no page or menu entry of the administration', async () => {
    const wanjiku = await test.signIn('wanjiku@mazingira.example')
    const { data } = (await wanjiku.call('GET', 'portal/bootstrap')).json<{ data: { types: Record<string, { manifest: string; can: string[] }>; pages: object; menu: { id: string }[] } }>()
    expect(Object.keys(data.types).length).toBeGreaterThan(3)
    expect(data.pages).not.toHaveProperty(['admin.settings'])
    expect(data.menu.map((entry) => entry.id)).not.toContain('setup')
  })

  it('can cache a manifest forever under its hash, and gets it without permissions', async () => {
    const wanjiku = await test.signIn('wanjiku@mazingira.example')
    const { data } = (await wanjiku.call('GET', 'portal/bootstrap')).json<{ data: { types: Record<string, { manifest: string }> } }>()
    const hash = Object.values(data.types)[0]?.manifest ?? ''
    const first = await wanjiku.call('GET', `portal/manifests/${hash}.json`)
    expect(first.statusCode).toBe(200)
    expect(first.headers['cache-control']).toContain('immutable')
    expect(first.json()).not.toHaveProperty('permissions')
    expect((await wanjiku.call('GET', `portal/manifests/${hash}.json`, undefined, { 'if-none-match': String(first.headers['etag']) })).statusCode).toBe(304)
    expect((await wanjiku.call('GET', 'portal/manifests/0000000000000000.json')).statusCode).toBe(404)
  })
})

describe('the files of the built portal', () => {
  it.each([['br', brotliDecompressSync], ['gzip', gunzipSync]] as const)('are sent compressed with %s, and decompress to the plain file', async (encoding, decompress) => {
    const name = readdirSync('dist/portal/assets').find((file) => /^card-.*\.js$/.test(file))
    const ask = (accepted: string) => test.inject({ method: 'GET', url: `/assets/${String(name)}`, headers: { 'accept-encoding': accepted } })
    const sent = await ask(encoding)
    expect(sent.headers).toMatchObject({ 'content-encoding': encoding, 'content-type': expect.stringContaining('javascript') as string, vary: 'accept-encoding', 'content-length': String(sent.rawPayload.length) })
    const plain = await ask('identity')
    expect(plain.headers).not.toHaveProperty('content-encoding')
    expect(decompress(sent.rawPayload).equals(plain.rawPayload)).toBe(true)
  })

  it('are cached forever if their name changes with their content, such as scripts and the font, and asked for again otherwise', async () => {
    const cachingOf = async (url: string): Promise<unknown[]> => {
      const { statusCode, headers } = await test.inject({ method: 'GET', url })
      return [statusCode, headers['cache-control']]
    }
    const assets = readdirSync('dist/portal/assets')
    for (const pattern of [/^card-.*\.js$/, /^index-.*\.css$/, /^inter-latin-wght.*\.woff2$/]) {
      expect(await cachingOf(`/assets/${assets.find((name) => pattern.test(name)) ?? ''}`)).toEqual([200, 'public, max-age=31536000, immutable'])
    }
    expect(await cachingOf('/assets/none.js')).toEqual([404, 'no-store'])
    expect(await cachingOf('/favicon.svg')).toEqual([200, 'public, max-age=0'])
    const page = await test.inject({ method: 'GET', url: '/', headers: { accept: 'text/html' } })
    expect(page.headers['cache-control']).toBe('no-cache')
    const font = /<link rel="preload" href="(\/assets\/[^"]+\.woff2)"/.exec(page.body)?.[1] ?? ''
    expect(await cachingOf(font)).toEqual([200, 'public, max-age=31536000, immutable'])
  })
})

describe('settings', () => {
  it('can be changed by administrators only, are validated, and record each change', async () => {
    const wanjiku = await test.signIn('wanjiku@mazingira.example')
    const admin = await test.signIn('admin@mazingira.example')
    const change = { minor_settings: { pettycash_caption: 'Float' } }
    expect((await wanjiku.call('POST', 'admin/updateSettings', change)).statusCode).toBe(403)
    const wrong = await admin.call('POST', 'admin/updateSettings', { minor_settings: { pettycash_caption: 5, nonsense: true }, other: {} })
    expect(wrong.statusCode).toBe(422)
    expect(wrong.json<{ errors: { path: string }[] }>().errors.map((issue) => issue.path)).toEqual(['minor_settings.pettycash_caption', 'minor_settings.nonsense', 'other'])
    expect((await admin.call('POST', 'admin/updateSettings', change)).json()).toMatchObject({ data: change })
    const events = await test.services.database.kysely.selectFrom('events').select('changes').where('type', '=', 'settings').execute()
    expect(events).toEqual([{ changes: { 'minor_settings.pettycash_caption': { from: null, to: 'Float' } } }])
  })

  it('of one company do not apply to another', async () => {
    const zawadi = await test.signIn('zawadi@uwezo.example')
    expect((await zawadi.call('GET', 'portal/bootstrap')).json<{ data: { settings: object } }>().data.settings).not.toHaveProperty('minor_settings.pettycash_caption')
  })
})

describe('openapi.json', () => {
  it('describes every endpoint of every document type, and four calls that belong to no type', async () => {
    const { paths } = (await test.inject({ method: 'GET', url: '/api/v1/openapi.json' })).json<{ paths: Record<string, object> }>()
    const patterns = Object.entries(paths).flatMap(([path, item]) => Object.keys(item).map((method) => ({ method, pattern: new RegExp(`^/api/v1${path.replace(/\{\w+\}/g, '[^/]+')}$`) })))
    const lines = test.app.printRoutes({ commonPrefix: false }).split('\n')
    expect(lines.length).toBeGreaterThan(10)
    expect(patterns.length).toBeGreaterThan(30)
    for (const [method, url] of [['post', 'hrmis/auth/login'], ['get', 'portal/bootstrap'], ['get', 'admin/outbox'], ['post', 'approvals/approve']] as const) {
      expect(patterns.some((known) => known.method === method && known.pattern.test(`/api/v1/${url}`))).toBe(true)
    }
    for (const type of Object.values(test.engines.base().catalogue.types)) {
      for (const endpoint of Object.values(type.endpoints).flat()) {
        const url = `/api/v1/${endpoint.path.replace(/:\w+/g, 'x')}`
        expect(patterns.some((known) => known.method === endpoint.method.toLowerCase() && known.pattern.test(url)), `${endpoint.method} ${url}`).toBe(true)
      }
    }
  })
})

describe('a stopping server', () => {
  it('does not wait for a connection that sent no request', async () => {
    const stopping = await startApp()
    await stopping.app.listen({ port: 0, host: '127.0.0.1' })
    const accepted = new Promise((resolve) => stopping.app.server.once('connection', resolve))
    const socket = connect({ port: (stopping.app.server.address() as AddressInfo).port, host: '127.0.0.1' })
    const closed = new Promise((resolve) => socket.once('close', resolve))
    await accepted
    const begun = Date.now()
    await Promise.all([stopping.app.close(), closed])
    // Node itself would let such a connection wait a minute for its first request.
    expect(Date.now() - begun).toBeLessThan(5_000)
    await stopping.stop()
  })

  it('does not wait for a connection that opens while the streams end', async () => {
    const stopping = await startApp()
    await stopping.app.listen({ port: 0, host: '127.0.0.1' })
    const { live, server } = stopping.app
    let closed: Promise<unknown> | undefined
    const end = live.close.bind(live)
    vi.spyOn(live, 'close').mockImplementation(async () => {
      await end()
      const accepted = new Promise((resolve) => server.once('connection', resolve))
      const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' })
      closed = new Promise((resolve) => socket.once('close', resolve))
      await accepted
    })
    const begun = Date.now()
    await stopping.app.close()
    await closed
    expect(Date.now() - begun).toBeLessThan(5_000)
    await stopping.stop()
  })
})
