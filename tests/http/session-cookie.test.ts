/** The portal's session in a cookie: how it starts and ends, and that no page of another site can use it, on any route. */
import { existsSync } from 'node:fs'
import { request as askServer, Agent } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import path from 'node:path'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../src/server/app.ts'
import { ATTACK, reportFigures } from '../attack-report.ts'
import { ONE_KIND, mailedCode, PASSWORD, ROOT, startApp, type TestApp } from './harness.ts'
import { NO_CEILINGS, PIXEL, raise, request, snapshot, type Reply } from './petty-cash-cases.ts'
import { doJobs, mailedLink, post, sessionStatus, told } from './sign-in/support.ts'

const PUBLIC_URL = 'https://portal.example'
const ADMIN = 'admin@mazingira.example'
const WANJIKU = 'wanjiku@mazingira.example'
/** The browser's headers for a call from the portal's own page, and from another site; and what the portal adds at sign-in. */
const PORTAL = { origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin' }
const EVIL = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
const ASKS = { ...PORTAL, 'x-session': 'cookie' }
const COOKIE = /^__Host-dirisha=([\w-]{43}); Max-Age=86400; Path=\/; HttpOnly; SameSite=Strict; Secure$/
const CLEARED = '__Host-dirisha=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict; Secure'
const PROOF = /^csrf\.[\w-]{43}$/

interface Kept { token: string; cookie: string; proof: string }
type Headers = Record<string, string>

let test: TestApp
let port: number
const agent = new Agent({ keepAlive: true, maxSockets: 8 })
beforeAll(async () => {
  test = await startApp({ environment: { SESSION_COOKIE: '1', PUBLIC_URL }, settings: NO_CEILINGS })
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  port = (test.app.server.address() as AddressInfo).port
})
afterAll(async () => {
  agent.destroy()
  await test.stop()
})

const cookiesOf = ({ headers }: LightMyRequestResponse): string[] => [headers['set-cookie'] ?? []].flat()
const sessionCookiesOf = (answer: LightMyRequestResponse): string[] => cookiesOf(answer).filter((one) => one.startsWith('__Host-dirisha') || one.startsWith('dirisha_session'))

/** What a call that started a session left in the browser. */
function keptOf(answer: LightMyRequestResponse): Kept {
  expect(answer.statusCode, answer.body).toBe(200)
  const [cookie = '', ...more] = sessionCookiesOf(answer)
  const [, token = ''] = COOKIE.exec(cookie) ?? []
  expect([cookie, more]).toEqual([expect.stringMatching(COOKIE), []])
  const { token: proof } = told(answer).data as { token: string }
  expect(proof).toMatch(PROOF)
  expect(answer.body).not.toContain(token)
  return { token, cookie: `__Host-dirisha=${token}`, proof }
}

const signIn = async (email: string): Promise<Kept> => keptOf(await post(test, 'login', { email, password: PASSWORD }, ASKS))
const ofPortal = ({ cookie, proof }: Kept): Headers => ({ ...PORTAL, cookie, 'x-csrf-token': proof })
const whoIs = (headers: Headers, from = test.app) => from.inject({ method: 'GET', url: '/api/v1/hrmis/auth/session', headers })
const codeOf = (answer: LightMyRequestResponse): string => `${String(answer.statusCode)} ${told(answer).code ?? ''}`.trim()

describe('a sign-in that asks for a cookie', () => {
  it('every way to sign in returns the cookie, and never the token', async () => {
    const byPassword = await signIn(WANJIKU)
    const byWindows = keptOf(await post(test, 'windows/login', { username: 'hassan', password: PASSWORD }, ASKS))
    const waiting = await post(test, 'login', { email: 'zawadi@uwezo.example', password: PASSWORD }, ASKS)
    expect([told(waiting).data['token'], sessionCookiesOf(waiting)]).toEqual([undefined, []])
    const byCode = keptOf(await post(test, '2fa/verify', { challenge: told(waiting).data['challenge'], code: await mailedCode(test.services, 'zawadi@uwezo.example') }, ASKS))
    await post(test, 'resetPassword', { email: 'kiptoo@mazingira.example' })
    await doJobs(test)
    const byLink = keptOf(await post(test, 'setPassword', { token: await mailedLink(test, 'kiptoo@mazingira.example'), password: 'Mvua-ya-vuli-2026' }, ASKS))
    for (const kept of [byPassword, byWindows, byCode, byLink]) expect((await whoIs(ofPortal(kept))).statusCode).toBe(200)
  })

  it('a sign-in that does not ask for a cookie returns the specified token', async () => {
    const answer = await post(test, 'login', { email: WANJIKU, password: PASSWORD })
    expect([told(answer).data['token'], sessionCookiesOf(answer)]).toEqual([expect.stringMatching(/^[\w-]{43}$/), []])
    expect(await sessionStatus(test, String(told(answer).data['token']))).toBe(200)
  })

  it('a page of another site cannot sign anybody in with a cookie', async () => {
    const before = await snapshot(test)
    for (const from of [EVIL, { origin: 'https://evil.example' }, { 'sec-fetch-site': 'same-site', origin: `${PUBLIC_URL}:8443` }, { origin: 'null' }, {}] as Headers[]) {
      const answer = await post(test, 'login', { email: WANJIKU, password: PASSWORD }, { 'x-session': 'cookie', ...from })
      expect([from, codeOf(answer), cookiesOf(answer)]).toEqual([from, '403 forged-request', []])
    }
    expect(await snapshot(test)).toEqual(before)
  })

  it('an old browser is accepted by its Origin, that of PUBLIC_URL or of the requested host', async () => {
    for (const from of [{ origin: PUBLIC_URL }, { origin: 'https://inside.example', host: 'inside.example' }] as Headers[]) {
      keptOf(await post(test, 'login', { email: WANJIKU, password: PASSWORD }, { 'x-session': 'cookie', ...from }))
    }
  })
})

describe('a session in a cookie', () => {
  it('the session reads, writes, uploads, downloads and receives events', async () => {
    const headers = ofPortal(await signIn(WANJIKU))
    const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, body?: object) => test.inject({ method, url: `/api/v1/${url}`, headers, ...(body && { payload: body }) })
    const { no, attachments: [file] } = (await call('POST', 'hrmis/pettycash', request())).json<Reply>().data
    const download = await call('GET', `documents/petty-cash/${no}/files/${file?.id ?? ''}`)
    expect([download.statusCode, download.rawPayload.toString('base64')]).toEqual([200, PIXEL])
    expect((await call('DELETE', `documents/petty-cash/${no}`)).statusCode).toBe(200)
    expect(told(await call('GET', 'company')).data).toMatchObject({ id: 'MRT' })
    const stopping = new AbortController()
    const stream = await fetch(`http://127.0.0.1:${port}/api/v1/events/stream`, { headers, signal: stopping.signal })
    expect([stream.status, new TextDecoder().decode((await stream.body?.getReader().read())?.value)]).toEqual([200, expect.stringContaining('event: sync')])
    stopping.abort()
  })

  it('a switch of company replaces the cookie, and a late refusal of the old one does not clear the new one', async () => {
    const old = await signIn(ADMIN)
    const switched = await test.inject({ method: 'POST', url: '/api/v1/hrmis/auth/setCompany', headers: ofPortal(old), payload: { default_company: 'BML' } })
    const fresh = keptOf(switched)
    expect(told(switched).data).toMatchObject({ email: ADMIN, default_company: 'BML' })
    expect(fresh.token === old.token || fresh.proof === old.proof).toBe(false)
    const late = await whoIs(ofPortal(old))
    // Before the portal has stored the response, it sends the new cookie with the previous proof.
    const between = await whoIs({ ...ofPortal(fresh), 'x-csrf-token': old.proof })
    expect([codeOf(late), cookiesOf(late), codeOf(between), cookiesOf(between)]).toEqual(['401 session-ended', [], '401 not-signed-in', []])
    const code = await test.inject({ method: 'POST', url: '/api/v1/hrmis/auth/setCompany', headers: { ...ofPortal(fresh), ...ASKS }, payload: { default_company: 'USC' } })
    keptOf(await post(test, '2fa/verify', { challenge: told(code).data['challenge'], code: await mailedCode(test.services, ADMIN) }, { ...ofPortal(fresh), ...ASKS }))
    expect(codeOf(await whoIs(ofPortal(fresh)))).toBe('401 session-ended')
  })

  it('the session ends by a sign-out, which clears the cookie, from another device and without use', async () => {
    const [here, elsewhere, idle] = [await signIn(WANJIKU), await signIn(WANJIKU), await signIn(WANJIKU)]
    const out = await test.inject({ method: 'POST', url: '/api/v1/hrmis/auth/logout', headers: ofPortal(elsewhere), payload: {} })
    expect([out.statusCode, cookiesOf(out), codeOf(await whoIs(ofPortal(elsewhere)))]).toEqual([200, [CLEARED], '401 session-ended'])
    expect((await test.inject({ method: 'POST', url: '/api/v1/hrmis/auth/sessions/revokeOthers', headers: ofPortal(here), payload: {} })).statusCode).toBe(200)
    expect([codeOf(await whoIs(ofPortal(idle))), codeOf(await whoIs(ofPortal(here)))]).toEqual(['401 session-ended', '200'])
    test.clock.advance(31 * 60_000)
    expect(codeOf(await whoIs(ofPortal(here)))).toBe('401 session-expired')
  })

  it('the cookie is ignored beside a bearer token, valid or not', async () => {
    const [kept, bearer] = [await signIn(WANJIKU), await test.signIn('otieno@mazingira.example')]
    const both = { ...ofPortal(kept), authorization: `Bearer ${bearer.token}` }
    expect(told(await whoIs(both)).data).toMatchObject({ user: { email: 'otieno@mazingira.example' } })
    // No browser sends a bearer token by itself: it is accepted from any origin.
    expect((await whoIs({ ...both, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })).statusCode).toBe(200)
    expect(codeOf(await whoIs({ ...both, authorization: `Bearer ${'A'.repeat(43)}` }))).toBe('401 not-signed-in')
    // A proxy's own password, which the browser adds to every call, does not count as a token.
    expect((await whoIs({ ...ofPortal(kept), authorization: 'Basic cHJveHk6cHJveHk=' })).statusCode).toBe(200)
    const out = await bearer.call('POST', 'hrmis/auth/logout', {}, ofPortal(kept))
    expect([out.statusCode, cookiesOf(out), codeOf(await whoIs(ofPortal(kept)))]).toEqual([200, [], '200'])
  })

  it('the page and the description of the API declare the cookie', async () => {
    if (!existsSync(path.join(ROOT, 'dist', 'portal', 'index.html'))) throw new Error('The portal is not built, and its page is looked at here: run `npm run build` first.')
    for (const url of ['/', '/pettycash/list', '/index.html']) {
      expect((await test.inject({ method: 'GET', url, headers: { accept: 'text/html' } })).body).toContain('<meta name="dirisha-session" content="cookie" />')
    }
    const { security, components } = (await test.inject({ method: 'GET', url: '/api/v1/openapi.json' })).json<{ security: object[]; components: { securitySchemes: object } }>()
    expect(security).toEqual([{ bearer: [] }, { cookie: [], proof: [] }])
    expect(components.securitySchemes).toMatchObject({ bearer: { scheme: 'bearer' }, cookie: { in: 'cookie', name: '__Host-dirisha' }, proof: { in: 'header', name: 'x-csrf-token' } })
  })

  it('with the setting off the cookie opens nothing, and a sign-in that asks for one gets the token', async () => {
    const kept = await signIn(WANJIKU)
    const plain = await buildApp({ ...test.services, config: { ...test.services.config, isSessionInCookie: false } })
    try {
      for (const headers of [ofPortal(kept), { ...ofPortal(kept), ...ASKS }, { cookie: kept.cookie }]) expect(codeOf(await whoIs(headers, plain))).toBe('401 not-signed-in')
      const answer = await plain.inject({ method: 'POST', url: '/api/v1/hrmis/auth/login', headers: ASKS, payload: { email: WANJIKU, password: PASSWORD } })
      expect([told(answer).data['token'], sessionCookiesOf(answer)]).toEqual([expect.stringMatching(/^[\w-]{43}$/), []])
      expect((await plain.inject({ method: 'GET', url: '/', headers: { accept: 'text/html' } })).body).not.toContain('dirisha-session')
      expect((await plain.inject({ method: 'GET', url: '/api/v1/openapi.json' })).json()).toMatchObject({ security: [{ bearer: [] }] })
    } finally {
      await plain.close()
    }
  })
})

interface Route { method: string; path: string; isOpen: boolean }

/** Every call of the API, with its placeholders filled in. */
function calls(): Route[] {
  return test.routes.filter(({ url }) => url.startsWith('/api/')).flatMap(({ method, url, config }) => [method].flat().map((one) => (
    { method: one, path: url.replace(/:\w+/g, 'X').replace('*', 'X'), isOpen: config?.isPublic === true || config?.isSessionOptional === true }
  )))
}

interface Forgery { headers: (kept: Kept, other: Kept) => Headers; status: number }

/** What a page of another site could send with a user's cookie: tried on every route. */
const FROM_ELSEWHERE: Record<string, Forgery> = {
  'a form of another site': { headers: ({ cookie }) => ({ ...EVIL, cookie, 'content-type': 'application/x-www-form-urlencoded' }), status: 401 },
  'another site that knows the proof': { headers: ({ cookie, proof }) => ({ ...EVIL, cookie, 'x-csrf-token': proof }), status: 403 },
  'a page at another port that knows it': { headers: ({ cookie, proof }) => ({ origin: `${PUBLIC_URL}:8443`, 'sec-fetch-site': 'same-site', cookie, 'x-csrf-token': proof }), status: 403 },
  'a neighbour in the domain that knows it': { headers: ({ cookie, proof }) => ({ origin: 'https://shop.example', 'sec-fetch-site': 'same-site', cookie, 'x-csrf-token': proof }), status: 403 },
  'an old browser elsewhere': { headers: ({ cookie, proof }) => ({ origin: 'https://evil.example', cookie, 'x-csrf-token': proof }), status: 403 },
  'an old browser on a page without TLS': { headers: ({ cookie, proof }) => ({ origin: 'http://portal.example', cookie, 'x-csrf-token': proof }), status: 403 },
  'a frame without an origin': { headers: ({ cookie, proof }) => ({ origin: 'null', cookie, 'x-csrf-token': proof }), status: 403 },
  'a page elsewhere that asks for a cookie': { headers: ({ cookie }) => ({ ...EVIL, cookie, 'x-session': 'cookie' }), status: 403 },
  'a browser that does not say where it comes from': { headers: ({ cookie, proof }) => ({ cookie, 'x-csrf-token': proof }), status: 403 },
  'a link that somebody was sent': { headers: ({ cookie }) => ({ 'sec-fetch-site': 'none', cookie }), status: 401 },
}

/** What an attacker with half of a session, or parts of two, could send: tried on one route in eight, because all routes are alike. */
const HALVES: Record<string, Forgery> = {
  'the cookie alone': { headers: ({ cookie }) => ({ ...PORTAL, cookie }), status: 401 },
  'the proof alone': { headers: ({ proof }) => ({ ...PORTAL, 'x-csrf-token': proof }), status: 401 },
  'the proof of another session': { headers: ({ cookie }, { proof }) => ({ ...PORTAL, cookie, 'x-csrf-token': proof }), status: 401 },
  'an invented proof': { headers: ({ cookie }) => ({ ...PORTAL, cookie, 'x-csrf-token': `csrf.${'A'.repeat(43)}` }), status: 401 },
  'the token as its own proof': { headers: ({ cookie, token }) => ({ ...PORTAL, cookie, 'x-csrf-token': token }), status: 401 },
  'the proof as a token': { headers: ({ proof }) => ({ ...PORTAL, authorization: `Bearer ${proof}` }), status: 401 },
  'the cookie’s value as a token': { headers: ({ token }) => ({ ...PORTAL, authorization: `Bearer ${token}` }), status: 401 },
  'the cookie’s value as a token, with its mark': { headers: ({ token }) => ({ ...PORTAL, authorization: `Bearer cookie ${token}` }), status: 401 },
  'the proof in a cookie': { headers: ({ proof }) => ({ ...PORTAL, cookie: `__Host-dirisha=${proof}`, 'x-csrf-token': proof }), status: 401 },
  'the cookie of a portal without TLS': { headers: ({ token, proof }) => ({ ...PORTAL, cookie: `dirisha_session=${token}; dirisha=${token}`, 'x-csrf-token': proof }), status: 401 },
}

const oneInEight = (routes: Route[]): Route[] => routes.filter((_, at) => at % 8 === 0)

describe('a forged call', () => {
  let mine: Kept
  let other: Kept
  beforeAll(async () => {
    [mine, other] = [await signIn('otieno@mazingira.example'), await signIn(WANJIKU)]
    // There must be something to read and change.
    await raise(await test.signIn(WANJIKU))
  })

  function ask(method: string, url: string, headers: Headers): Promise<number> {
    return new Promise((resolve, reject) => {
      const asked = askServer({ host: '127.0.0.1', port, method, path: url, agent, headers: { host: 'portal.example', accept: 'application/json', ...headers } }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0)).on('error', reject)
      })
      asked.on('error', reject).end()
    })
  }

  it.each(Object.entries({ ...FROM_ELSEWHERE, ...HALVES }))('no route accepts a call by %s', async (name, { headers, status }) => {
    const before = await snapshot(test)
    const all = calls().filter(({ isOpen }) => !isOpen)
    expect(all.length).toBeGreaterThan(400)
    const closed = ATTACK === undefined && name in HALVES ? oneInEight(all) : all
    const sent = headers(mine, other)
    const wrong: string[] = []
    await Promise.all(closed.map(async ({ method, path: url }) => {
      const seen = await ask(method, url, sent)
      if (seen !== status) wrong.push(`${method} ${url}: ${seen}`)
    }))
    reportFigures(`by forged calls: ${name}`, ONE_KIND[0] ?? 'pglite', { tried: closed.length, succeeded: wrong.length })
    expect(wrong).toEqual([])
    expect(await snapshot(test)).toEqual(before)
  })

  it('the portal’s own calls with the same cookie are accepted', async () => {
    const wrong: string[] = []
    for (const { method, path: url } of oneInEight(calls().filter((one) => !one.isOpen && !/logout|events\/stream|auth\/sessions/.test(one.path)))) {
      const seen = await ask(method, url, ofPortal(mine))
      if (seen === 401) wrong.push(`${method} ${url}`)
    }
    expect(wrong).toEqual([])
  })

  it('a forged call is refused before the first byte of its body', async () => {
    const taking = calls().filter(({ method, isOpen }) => !isOpen && ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method))
    expect(taking.length).toBeGreaterThan(200)
    const lines = Object.entries(FROM_ELSEWHERE['another site that knows the proof']?.headers(mine, other) ?? {}).map(([header, value]) => `${header}: ${value}\r\n`).join('')
    const wrong: string[] = []
    await Promise.all(taking.map(({ method, path: url }) => new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(`${method} ${url} HTTP/1.1\r\nhost: portal.example\r\ncontent-type: application/json\r\ncontent-length: 80000000\r\n${lines}\r\n`))
      socket.once('data', (chunk: Buffer) => {
        socket.destroy()
        const seen = chunk.toString().slice(0, 12)
        if (seen !== 'HTTP/1.1 403') wrong.push(`${method} ${url}: ${seen}`)
        resolve()
      })
    })))
    expect(wrong).toEqual([])
  })

  it('a public call ignores the cookie without its proof, and refuses a forged one', async () => {
    // A client with only the cookie is anonymous there: it gets what everybody gets, and nothing about the cookie's user.
    for (const url of ['company', 'company/companies']) {
      const [stranger, withCookie] = await Promise.all([{}, { ...EVIL, cookie: other.cookie }].map((headers) => test.inject({ method: 'GET', url: `/api/v1/${url}`, headers })))
      expect([withCookie?.statusCode, withCookie?.body]).toEqual([200, stranger?.body])
      expect((await test.inject({ method: 'GET', url: `/api/v1/${url}`, headers: { ...ofPortal(other), ...EVIL } })).statusCode).toBe(403)
      expect((await test.inject({ method: 'GET', url: `/api/v1/${url}`, headers: { ...PORTAL, 'x-csrf-token': other.proof } })).statusCode).toBe(401)
    }
  })
})
