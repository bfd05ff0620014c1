import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { LightMyRequestResponse } from 'fastify'
import { PROVIDER_REFUSALS, type ProviderRefusal } from '../../../src/contract/index.ts'
import type { JsonObject } from '../../../src/core/index.ts'
import type { ProviderConfig } from '../../../src/server/config.ts'
import { saveSettings } from '../../../src/server/store/settings/settings.ts'
import { listSignIns } from '../../../src/server/store/sign-in/sign-in-log.ts'
import { mailedCode, ONE_KIND, PASSWORD, NO_CODES, startApp, type TestApp } from '../harness.ts'
import { freePort } from '../../../tools/postgres.ts'
import { CLIENT, foreignKey, signInThere, startIdentityProvider, type IdentityProvider } from '../../servers/identity-provider.ts'
import { doJobs, mailedLink, messagesTo, post, sessionStatus, told } from './support.ts'

const WANJIKU = 'wanjiku@mazingira.example'
const SUSAN = 'susan@baraka.example'
const ADMIN = 'admin@mazingira.example'
const BACK = '/api/v1/hrmis/auth/oidc/callback'
const MINUTE = 60_000

let test: TestApp
let provider: IdentityProvider
beforeAll(async () => {
  [test, provider] = await Promise.all([startApp({ settings: NO_CODES }), startIdentityProvider()])
  const { publicUrl } = test.services.config
  const silent = (): void => undefined
  test.services.log = { debug: silent, info: silent, warn: silent, error: silent }
  await provider.trust(['', '/BML', '/MRT'].map((key) => `${publicUrl}${BACK}${key}`))
})
afterAll(async () => {
  await test.stop()
  await provider.stop()
})
beforeEach(() => {
  test.clock.advance(2 * 60 * MINUTE)
  provider.accounts = { wanjiku: { email: WANJIKU, email_verified: true, preferred_username: 'nobody-here' } }
  provider.forge = undefined
  provider.sawAt = () => test.clock.now()
  provider.isAway = false
  provider.isEndless = false
  provider.isSilent = false
  use({})
})

const settings = (of: Partial<ProviderConfig> = {}): ProviderConfig => ({ key: '', issuer: provider.issuer, ...CLIENT, scopes: 'openid email profile', claim: 'email', name: 'Acme ID', isOnly: false, ...of })
/** Configures one provider for all companies. */
function use(of: Partial<ProviderConfig>): void {
  test.services.config.providers = { '': settings(of) }
}

/** A browser: keeps its cookie, and can talk to any server of the installation. */
class Browser {
  cookie = ''
  readonly #app: TestApp
  constructor(app = test) {
    this.#app = app
  }
  async post(path: string, body: object): Promise<LightMyRequestResponse> {
    const answer = await post(this.#app, path, body, { cookie: this.cookie })
    const set = [answer.headers['set-cookie'] ?? []].flat().find((one) => one.includes('dirisha_oidc='))
    if (set !== undefined) this.cookie = set.split(';')[0] ?? ''
    return answer
  }
  /** The provider's address to which it is redirected. */
  async start(company?: string): Promise<string> {
    const answer = await this.post('oidc/start', company === undefined ? {} : { company })
    expect(answer.statusCode, answer.body).toBe(200)
    return told(answer).data['address'] as string
  }
  /** Opens the address to which the provider redirects; returns the data behind the # afterwards. */
  async open(url: URL): Promise<{ code?: string; refused?: ProviderRefusal }> {
    const answer = await this.#app.inject({ method: 'GET', url: url.pathname + url.search, headers: { cookie: this.cookie } })
    expect([answer.statusCode, answer.body]).toEqual([303, ''])
    const [page, outcome] = String(answer.headers.location).split('#')
    expect(page).toBe('/auth/oidc')
    return Object.fromEntries(new URLSearchParams(outcome))
  }
  /** From the button to the data behind the #. */
  async walk(account: string | null = 'wanjiku', company?: string): Promise<{ code?: string; refused?: ProviderRefusal }> {
    return this.open(await signInThere(await this.start(company), account))
  }
  login(code: string | undefined): Promise<LightMyRequestResponse> {
    return this.post('oidc/login', { code: code ?? '' })
  }
  /** The complete sign-in; returns the token. */
  async signIn(account?: string, company?: string): Promise<string> {
    const answer = await this.login((await this.walk(account, company)).code)
    expect(answer.statusCode, answer.body).toBe(200)
    return told(answer).data['token'] as string
  }
}

/** The newest line of the sign-in log: kind, reason and company. */
async function lastNoted(): Promise<[string, string | null, string]> {
  const { kind, reason, company } = await test.services.database.kysely.selectFrom('events').select(['kind', 'reason', 'company']).where('type', '=', 'session').orderBy('id', 'desc').executeTakeFirstOrThrow()
  return [kind, reason, company]
}

describe('a sign-in at the provider', () => {
  it('a person is signed in by the confirmed e-mail that the provider gives', async () => {
    const browser = new Browser()
    const answer = await browser.login((await browser.walk()).code)
    expect(told(answer)).toMatchObject({ message: 'logging in', data: { user: { email: WANJIKU, default_company: 'MRT' } } })
    expect(await sessionStatus(test, told(answer).data['token'] as string)).toBe(200)
    expect(await lastNoted()).toEqual(['signed-in', 'oidc', 'MRT'])
  })

  it('the redirect has state, nonce and challenge, and its cookie is closed to scripts and other sites', async () => {
    const answer = await post(test, 'oidc/start', { company: 'MRT' })
    const { searchParams: asked, origin } = new URL(told(answer).data['address'] as string)
    expect(origin).toBe(provider.issuer)
    expect(Object.fromEntries(asked)).toMatchObject({ response_type: 'code', client_id: CLIENT.clientId, scope: 'openid email profile', code_challenge_method: 'S256', redirect_uri: `${test.services.config.publicUrl}${BACK}` })
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked.get(name), name).toMatch(/^[\w-]{43}$/)
    expect(answer.headers['set-cookie']).toMatch(/^dirisha_oidc=[\w-]{43}; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax$/)
  })

  it('the cookie is one that only this host can set, where there is TLS', async () => {
    const { config } = test.services
    const { publicUrl } = config
    config.publicUrl = 'https://portal.example.org'
    const answer = await post(test, 'oidc/start', {})
    config.publicUrl = publicUrl
    expect(answer.headers['set-cookie']).toMatch(/^__Host-dirisha_oidc=[\w-]{43}; .*Path=\/; HttpOnly; SameSite=Lax; Secure$/)
  })

  it('two tabs of a browser can sign in at once', async () => {
    const browser = new Browser()
    const [first, second] = [await browser.start(), await browser.start()]
    for (const address of [first, second]) expect(await browser.open(await signInThere(address, 'wanjiku'))).toHaveProperty('code')
  })

  it('a person enters a code where the company requires one', async () => {
    const ofUsc = (values: JsonObject) => saveSettings(test.services.database.kysely, 'USC', 'minor_settings', values, 'test')
    await ofUsc({ '2fa': true, '2fa_email': true })
    provider.accounts['zawadi'] = { email: 'zawadi@uwezo.example', email_verified: true }
    const browser = new Browser()
    const { challenge } = told(await browser.login((await browser.walk('zawadi')).code)).data as { challenge: string }
    const answer = await post(test, '2fa/verify', { challenge, code: await mailedCode(test.services, 'zawadi@uwezo.example') })
    expect(told(answer).data).toMatchObject({ user: { default_company: 'USC' } })
    expect(await lastNoted()).toEqual(['signed-in', 'oidc and code', 'USC'])
    await ofUsc(NO_CODES['USC']?.['minor_settings'] ?? {})
  })

  it('the UserInfo endpoint supplies the claims that the token lacks', async () => {
    const terse = await startIdentityProvider({ conformIdTokenClaims: true })
    await terse.trust([`${test.services.config.publicUrl}${BACK}`])
    Object.assign(terse, { accounts: provider.accounts, sawAt: provider.sawAt })
    use({ issuer: terse.issuer })
    expect(await sessionStatus(test, await new Browser().signIn())).toBe(200)
    await terse.stop()
  })

  it('a person can be identified by the user name', async () => {
    use({ claim: 'preferred_username' })
    provider.accounts['hassan'] = { preferred_username: 'Hassan' }
    expect(await sessionStatus(test, await new Browser().signIn('hassan'))).toBe(200)
  })

  it('a sign-in starts one session, however often the browser asks at once', async () => {
    const browser = new Browser()
    const address = await signInThere(await browser.start(), 'wanjiku')
    const outcomes = await Promise.all([1, 2, 3].map(() => browser.open(address)))
    expect(outcomes.map(({ code, refused }) => refused ?? typeof code).sort()).toEqual(['provider-used', 'provider-used', 'string'])
    const code = outcomes.find((outcome) => outcome.code !== undefined)?.code
    const answers = await Promise.all([1, 2, 3].map(() => browser.login(code)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410, 410])
  })

  it.skipIf(ONE_KIND[0] !== 'postgres')('each call of a sign-in may reach another server', async () => {
    const other = await startApp({ database: test.databaseUrl ?? '' })
    other.services.config.providers = test.services.config.providers
    other.clock.advance(test.clock.now().getTime() - other.clock.now().getTime())
    const [here, there] = [new Browser(), new Browser(other)]
    const address = await signInThere(await here.start(), 'wanjiku')
    there.cookie = here.cookie
    const { code } = await there.open(address)
    expect((await here.login(code)).statusCode).toBe(200)
    expect((await there.login(code)).statusCode).toBe(410)
    await other.stop()
  })
})

describe('a person who is not let in', () => {
  const refusals: [string, ProviderRefusal, string, Record<string, unknown>, Partial<ProviderConfig>][] = [
    ['an unknown person', 'provider-no-account', 'oidc: unknown account', { email: 'stranger@mazingira.example', email_verified: true }, {}],
    ['an e-mail that is not confirmed', 'provider-unverified', 'oidc: e-mail not verified', { email: WANJIKU, email_verified: false }, {}],
    ['an e-mail whose confirmation is the text “false”', 'provider-unverified', 'oidc: e-mail not verified', { email: WANJIKU, email_verified: 'false' }, {}],
    ['an e-mail whose confirmation is null', 'provider-unverified', 'oidc: e-mail not verified', { email: WANJIKU, email_verified: null }, {}],
    ['an account without an e-mail', 'provider-no-account', 'oidc: no email among the claims', {}, {}],
    ['an e-mail that is no text', 'provider-no-account', 'oidc: no email among the claims', { email: [WANJIKU], email_verified: true }, {}],
    ['an e-mail of several lines', 'provider-no-account', 'oidc: no email among the claims', { email: `${WANJIKU}\n`, email_verified: true }, {}],
    ['an e-mail that only looks alike, with the Kelvin sign,', 'provider-no-account', 'oidc: unknown account', { email: WANJIKU.replace('k', '\u212a'), email_verified: true }, {}],
    ['a user name that only looks alike', 'provider-no-account', 'oidc: unknown account', { preferred_username: 'haſſan' }, { claim: 'preferred_username' }],
    ['a person known by a claim that every object has', 'provider-no-account', 'oidc: no toString among the claims', { email: WANJIKU }, { claim: 'toString' }],
    ['an account of another organisation', 'provider-no-account', 'oidc: without hd=mazingira.example', { email: WANJIKU, email_verified: true, hd: 'other.example' }, { required: { claim: 'hd', value: 'mazingira.example' } }],
    ['an account of no organisation', 'provider-no-account', 'oidc: without hd=mazingira.example', { email: WANJIKU, email_verified: true }, { required: { claim: 'hd', value: 'mazingira.example' } }],
    ['an account without the group', 'provider-no-account', 'oidc: without groups=portal', { email: WANJIKU, email_verified: true, groups: ['portal-guests'] }, { required: { claim: 'groups', value: 'portal' } }],
  ]
  it.each(refusals)('%s is not let in', async (_, refused, detail, claims, of) => {
    use(of)
    provider.accounts = { them: claims }
    expect(await new Browser().walk('them')).toEqual({ refused })
    expect(await lastNoted()).toEqual(['sign-in-failed', detail, 'MRT'])
  })

  it('the log withholds a failed sign-in’s address and device from those who may not see that person’s sign-ins', async () => {
    const { id } = await test.services.database.kysely.selectFrom('users').select('id').where('email', '=', WANJIKU).executeTakeFirstOrThrow()
    for (const [of, claims] of [[{}, { email_verified: false }], [{ required: { claim: 'groups', value: 'portal' } }, { email_verified: true }]] as const) {
      use(of)
      provider.accounts = { them: { email: WANJIKU, ...claims } }
      expect(await new Browser().walk('them')).toHaveProperty('refused')
      const [seen] = await listSignIns(test.services.database.kysely, { company: 'MRT', hidden: [], limit: 1 })
      const [redacted] = await listSignIns(test.services.database.kysely, { company: 'MRT', hidden: [id], limit: 1 })
      expect([seen?.kind, seen?.email, seen?.ip, redacted?.ip, redacted?.device]).toEqual(['sign-in-failed', WANJIKU, '127.0.0.1', null, null])
    }
  })

  it('an account with the required claim is let in', async () => {
    use({ required: { claim: 'groups', value: 'portal' } })
    provider.accounts['wanjiku'] = { email: WANJIKU, groups: ['staff', 'portal'] }
    expect(await sessionStatus(test, await new Browser().signIn())).toBe(200)
  })

  it('a person whose account here is deactivated is not let in, not even between the two calls', async () => {
    const activate = (active: boolean) => test.services.database.kysely.updateTable('users').set({ active }).where('email', '=', WANJIKU).execute()
    const browser = new Browser()
    const { code } = await browser.walk()
    await activate(false)
    const [late, outcome] = [await browser.login(code), await browser.walk()]
    await activate(true)
    expect([late.statusCode, told(late).code]).toEqual([403, 'provider-no-account'])
    expect([outcome, (await lastNoted())[1]]).toEqual([{ refused: 'provider-no-account' }, 'oidc: deactivated account'])
  })

  it('a person who cancels at the provider is not let in, and is told only that', async () => {
    expect(await new Browser().walk(null)).toEqual({ refused: 'provider-declined' })
    expect((await lastNoted()).slice(0, 2)).toEqual(['sign-in-failed', 'oidc: declined at the provider'])
  })
})

describe('an ID token', () => {
  const now = (): number => Math.floor(Date.now() / 1000)
  const forgeries: [string, string, NonNullable<IdentityProvider['forge']>][] = [
    ['for another client', 'OAUTH_JWT_CLAIM_COMPARISON_FAILED aud', { change: ({ claims }) => { claims['aud'] = 'another-portal' } }],
    ['for several clients, requested by another,', 'OAUTH_JWT_CLAIM_COMPARISON_FAILED azp', { change: ({ claims }) => { Object.assign(claims, { aud: [CLIENT.clientId, 'another-portal'], azp: 'another-portal' }) } }],
    ['for this client, issued to another,', 'the ID token was issued to another client', { change: ({ claims }) => { claims['azp'] = 'another-portal' } }],
    ['of another issuer', 'OAUTH_JWT_CLAIM_COMPARISON_FAILED iss', { change: ({ claims }) => { claims['iss'] = 'https://elsewhere.example' } }],
    ['that has expired', 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED exp', { change: ({ claims }) => { Object.assign(claims, { iat: now() - 600, exp: now() - 300 }) } }],
    ['that never expires', 'OAUTH_INVALID_RESPONSE', { change: ({ claims }) => { delete claims['exp'] } }],
    ['that is not valid yet', 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED nbf', { change: ({ claims }) => { claims['nbf'] = now() + 300 } }],
    ['of another sign-in', 'OAUTH_JWT_CLAIM_COMPARISON_FAILED nonce', { change: ({ claims }) => { claims['nonce'] = 'another' } }],
    ['without a nonce', 'OAUTH_INVALID_RESPONSE', { change: ({ claims }) => { delete claims['nonce'] } }],
    ['that nobody signed', 'OAUTH_INVALID_RESPONSE', { key: 'none' }],
    ['that is signed with the shared secret', 'OAUTH_INVALID_RESPONSE', { key: 'secret' }],
    ['that is signed with a foreign key', 'OAUTH_INVALID_RESPONSE', { key: foreignKey() }],
    ['that names an unknown key', 'OAUTH_KEY_SELECTION_FAILED', { change: ({ header }) => { header['kid'] = 'second' }, key: foreignKey() }],
  ]
  it.each(forgeries)('a token %s is refused', async (_, reason, forge) => {
    provider.forge = forge
    expect(await new Browser().walk()).toEqual({ refused: 'provider-refused' })
    expect(await lastNoted()).toEqual(['sign-in-failed', expect.stringContaining(reason), 'MRT'])
  })

  it('a token that is signed again unchanged is accepted', async () => {
    provider.forge = {}
    expect(await new Browser().walk()).toHaveProperty('code')
  })
})

describe('the return from the provider', () => {
  it('a return is accepted once', async () => {
    const browser = new Browser()
    const address = await signInThere(await browser.start(), 'wanjiku')
    expect(await browser.open(address)).toHaveProperty('code')
    expect(await browser.open(address)).toEqual({ refused: 'provider-used' })
    expect((await lastNoted())[1]).toBe('oidc: came back a second time')
  })

  it('a return is accepted only in the browser that began, so no address signs anybody in as somebody else', async () => {
    const [attacker, victim, stranger] = [new Browser(), new Browser(), new Browser()]
    const address = await signInThere(await attacker.start(), 'wanjiku')
    await victim.start()
    for (const browser of [victim, stranger]) {
      expect(await browser.open(address)).toEqual({ refused: 'provider-lost' })
      expect((await lastNoted())[1]).toBe('oidc: begun in another browser')
    }
    // The attempts above did not use it up.
    expect(await attacker.open(address)).toHaveProperty('code')
  })

  it('a return is refused after ten minutes', async () => {
    const browser = new Browser()
    const address = await signInThere(await browser.start(), 'wanjiku')
    test.clock.advance(10 * MINUTE + 1)
    expect(await browser.open(address)).toEqual({ refused: 'provider-late' })
  })

  it.each(['', '?', '?code=x', '?state=', '?state=guessed&code=x', `?state=${'x'.repeat(5_000)}&code=x`, '?state=%00&code=%00', '?state[]=a&state[]=b', '?error=server_error'])('a return that nobody began is refused: %j', async (query) => {
    const browser = new Browser()
    await browser.start()
    expect(await browser.open(new URL(`http://localhost${BACK}${query}`))).toEqual({ refused: 'provider-lost' })
  })

  const changes: [string, (url: URL) => void, string][] = [
    ['another issuer', (url) => url.searchParams.set('iss', 'https://elsewhere.example'), 'OAUTH_INVALID_RESPONSE'],
    ['no issuer, although the provider always sends one,', (url) => url.searchParams.delete('iss'), 'OAUTH_INVALID_RESPONSE'],
    ['an invented code', (url) => url.searchParams.set('code', 'guessed'), 'the provider says invalid_grant'],
    ['no code', (url) => url.searchParams.delete('code'), 'OAUTH_INVALID_RESPONSE'],
    ['a token beside the code', (url) => url.searchParams.set('id_token', 'x'), 'OAUTH_UNSUPPORTED_OPERATION'],
    ['two states', (url) => url.searchParams.append('state', 'x'), 'OAUTH_INVALID_RESPONSE'],
    ['an invented error', (url) => url.searchParams.set('error', '<script>alert(1)</script>'), 'the provider says something unknown'],
    ['an error of the provider', (url) => url.searchParams.set('error', 'temporarily_unavailable'), 'the provider says temporarily_unavailable'],
  ]
  it.each(changes)('a return with %s is refused', async (_, change, reason) => {
    const browser = new Browser()
    const address = await signInThere(await browser.start(), 'wanjiku')
    change(address)
    expect(await browser.open(address)).toEqual({ refused: 'provider-refused' })
    expect((await lastNoted())[1]).toContain(reason)
  })

  it.each([['nonce', 'OAUTH_JWT_CLAIM_COMPARISON_FAILED nonce'], ['code_challenge', 'the provider says invalid_grant']])('a return after a redirect with another %s is refused', async (name, reason) => {
    const browser = new Browser()
    const address = new URL(await browser.start())
    address.searchParams.set(name, 'A'.repeat(43))
    expect(await browser.open(await signInThere(address.href, 'wanjiku'))).toEqual({ refused: 'provider-refused' })
    expect((await lastNoted())[1]).toContain(reason)
  })

  it('a return is accepted only at the address of the provider where it began', async () => {
    const { config } = test.services
    config.providers = { '': settings(), BML: settings({ key: 'BML' }) }
    const browser = new Browser()
    const address = await signInThere(await browser.start('BML'), 'wanjiku')
    expect(address.pathname).toBe(`${BACK}/BML`)
    for (const path of [BACK, `${BACK}/USC`, `${BACK}/__proto__`]) {
      const bent = new URL(address)
      bent.pathname = path
      expect(await browser.open(bent)).toEqual({ refused: 'provider-lost' })
    }
  })
})

describe('the code of the portal’s page', () => {
  it('the code is valid once, for two minutes, in the browser that began', async () => {
    const browser = new Browser()
    const { code } = await browser.walk()
    const other = new Browser()
    await other.start()
    for (const stranger of [other, new Browser()]) expect((await stranger.login(code)).statusCode).toBe(410)
    expect((await browser.login(code)).statusCode).toBe(200)
    const again = await browser.login(code)
    expect([again.statusCode, told(again).message]).toEqual([410, 'This sign-in has ended. Please start again.'])
    const { code: late } = await browser.walk()
    test.clock.advance(2 * MINUTE + 1)
    expect((await browser.login(late)).statusCode).toBe(410)
  })

  it.each(['', 'x'.repeat(201), ['x'], { code: 'x' }, null, 'guessed'])('the invented code %j is refused', async (code) => {
    const browser = new Browser()
    await browser.start()
    expect([410, 422]).toContain((await post(test, 'oidc/login', { code }, { cookie: browser.cookie })).statusCode)
  })

  it('the database contains neither the code nor any other secret of the sign-in', async () => {
    const browser = new Browser()
    const address = await browser.start()
    const back = await signInThere(address, 'wanjiku')
    const { code } = await browser.open(back)
    const kept = JSON.stringify(await test.services.database.kysely.selectFrom('provider_sign_ins').selectAll().execute())
    const secrets = [code, browser.cookie.split('=')[1], back.searchParams.get('code'), ...['state', 'nonce', 'code_challenge'].map((name) => new URL(address).searchParams.get(name))]
    for (const secret of secrets) {
      expect(secret).toMatch(/^[\w-]{20,}$/)
      expect(kept).not.toContain(secret)
    }
  })
})

describe('a provider that does not answer', () => {
  it('the failure is reported when a sign-in starts, and passwords still work', async () => {
    use({})
    provider.isAway = true
    const answer = await post(test, 'oidc/start', {})
    expect([answer.statusCode, told(answer).message]).toEqual([503, PROVIDER_REFUSALS['provider-unavailable']])
    expect((await post(test, 'login', { email: WANJIKU, password: PASSWORD })).statusCode).toBe(200)
    provider.isAway = false
    expect(await new Browser().walk()).toHaveProperty('code')
  })

  it.each([['nobody listens at its address', async () => `http://127.0.0.1:${await freePort()}`], ['something else answers at its address', () => `${provider.issuer}/other`]])('a sign-in cannot start when %s', async (_, issuer) => {
    use({ issuer: await issuer() })
    expect((await post(test, 'oidc/start', {})).statusCode).toBe(503)
  })

  it('a failure on the way back is reported on the sign-in page', async () => {
    const browser = new Browser()
    const address = await signInThere(await browser.start(), 'wanjiku')
    provider.isAway = true
    expect(await browser.open(address)).toEqual({ refused: 'provider-unavailable' })
    expect((await lastNoted())[1]).toBe('oidc: the provider does not answer')
  })

  it('an answer without end is given up, at the start and on the way back, with the reason in the log', async () => {
    const { log } = test.services
    const reasons: string[] = []
    test.services.log = { ...log, error: (about) => { reasons.push(String((about as { reason?: unknown }).reason)) }, warn: (about) => { reasons.push(String((about as { reason?: unknown }).reason)) } }
    use({})
    const browser = new Browser()
    const address = await signInThere(await browser.start(), 'wanjiku')
    provider.isEndless = true
    expect(await browser.open(address)).toEqual({ refused: 'provider-refused' })
    use({})
    expect((await post(test, 'oidc/start', {})).statusCode).toBe(503)
    provider.isEndless = false
    test.services.log = log
    expect(reasons.filter((reason) => reason.includes('The identity provider answered more than 500000 bytes.')).length).toBeGreaterThan(0)
  })

  it('the log has the reason of each failure, and no secrets', async () => {
    const { log } = test.services
    const lines: string[] = []
    const keep = (...values: unknown[]) => { lines.push(JSON.stringify(values)) }
    test.services.log = { debug: keep, info: keep, warn: keep, error: keep }
    const browser = new Browser()
    const address = await signInThere(await browser.start(), 'wanjiku')
    provider.forge = { change: ({ claims }) => { claims['nonce'] = 'another' } }
    await browser.open(address)
    use({ clientSecret: 'wrong-but-still-a-secret' })
    await browser.walk()
    test.services.log = log
    expect(lines.map((line) => /"reason":"[^"]+"/.test(line))).toEqual([true, true])
    expect(lines[1]).toContain('OAUTH_WWW_AUTHENTICATE_CHALLENGE')
    expect((await lastNoted())[1]).toBe('oidc: the provider answers 401: are OIDC_CLIENT_ID and OIDC_CLIENT_SECRET right?')
    for (const secret of [CLIENT.clientSecret, 'wrong-but-still-a-secret', WANJIKU, browser.cookie.split('=')[1], address.searchParams.get('code')]) expect(lines.join()).not.toContain(secret)
  })
})

describe('the sign-in page', () => {
  const companies = async (): Promise<unknown[]> => (await test.inject({ method: 'GET', url: '/api/v1/company/companies' })).json<{ data: { id: string; provider: unknown }[] }>().data.map(({ id, provider: of }) => [id, of])

  it('the page learns which company has which provider', async () => {
    test.services.config.providers = { BML: settings({ key: 'BML', name: 'Baraka ID', isOnly: true }) }
    expect(await companies()).toEqual([['MRT', null], ['BML', { name: 'Baraka ID', isOnly: true }], ['USC', null]])
    test.services.config.providers = {}
    expect(await companies()).toEqual([['MRT', null], ['BML', null], ['USC', null]])
  })

  it('a sign-in cannot start for a company that has no provider', async () => {
    test.services.config.providers = {}
    const answer = await post(test, 'oidc/start', { company: 'MRT' })
    expect([answer.statusCode, told(answer).code]).toEqual([422, 'provider-not-offered'])
    use({})
    expect((await post(test, 'oidc/start', { company: 'NOWHERE' })).statusCode).toBe(404)
  })

  it('each call allows 300 tries a minute from one address', async () => {
    for (let tries = 0; tries < 300; tries++) await post(test, 'oidc/start', { company: 'NOWHERE' })
    expect((await post(test, 'oidc/start', {})).statusCode).toBe(429)
    for (let tries = 0; tries < 300; tries++) await post(test, 'oidc/login', { code: 'x' })
    expect((await post(test, 'oidc/login', { code: 'x' })).statusCode).toBe(429)
    expect(await new Browser().open(new URL(`http://localhost${BACK}?state=x`))).toEqual({ refused: 'provider-busy' })
  })
})

describe('a provider of one company', () => {
  beforeEach(() => {
    test.services.config.providers = { BML: settings({ key: 'BML' }) }
    provider.accounts['susan'] = { email: SUSAN, email_verified: true }
    provider.accounts['admin'] = { email: ADMIN, email_verified: true }
  })

  it('the provider signs in people of its company, and nobody else', async () => {
    expect(await sessionStatus(test, await new Browser().signIn('susan', 'BML'))).toBe(200)
    expect(await new Browser().walk('wanjiku', 'BML')).toEqual({ refused: 'provider-no-account' })
    expect(await lastNoted()).toEqual(['sign-in-failed', 'oidc: of no company of this provider', 'MRT'])
  })

  it('a session of the provider opens no company that does not use it, and one of a password does', async () => {
    await test.services.database.kysely.updateTable('users').set({ default_company: 'MRT' }).where('email', '=', ADMIN).execute()
    const browser = new Browser()
    const { data } = told(await browser.login((await browser.walk('admin', 'BML')).code))
    const authorization = `Bearer ${String((data as { token?: unknown }).token)}`
    for (const company of ['MRT', 'USC']) {
      const over = await post(test, 'setCompany', { default_company: company }, { authorization })
      expect([over.statusCode, told(over).code]).toEqual([403, 'provider-not-trusted'])
    }
    expect(told(await post(test, 'setCompany', { default_company: 'MRT' }, { authorization })).message).toBe('You signed in with Acme ID, which Mazingira Research Trust does not use. Sign out, and choose Mazingira Research Trust on the sign-in page.')
    // Nor does it administer them from where it is.
    const ask = (method: 'GET' | 'POST', url: string, payload?: object) => test.inject({ method, url: `/api/v1/${url}`, headers: { authorization }, ...(payload && { payload }) })
    const eve = { name: 'Eve L', email: 'eve@evil.example', default_company: 'MRT', companies: ['MRT'], is_admin: true }
    expect((await ask('POST', 'admin/createUser', eve)).json()).toMatchObject({ code: 'invalid-document', errors: expect.arrayContaining([expect.objectContaining({ path: 'default_company' })]) as unknown })
    const [users, outbox, companies, targets] = await Promise.all(['admin/users?limit=100', 'admin/outbox', 'company/companies', 'admin/overlays/targets'].map((url) => ask('GET', url)))
    expect(users?.json<{ data: { companies: string[] }[] }>().data.flatMap((one) => one.companies).filter((code) => code !== 'BML')).toEqual([])
    expect(outbox?.body).not.toContain('@mazingira.example')
    expect(companies?.json<{ data: { id: string }[] }>().data.map(({ id }) => id)).toEqual(['BML'])
    expect(targets?.json<{ data: { companies: { id: string }[] } }>().data.companies.map(({ id }) => id)).toEqual(['BML'])
    const { id: kiptoo } = await test.services.database.kysely.selectFrom('users').select('id').where('email', '=', 'kiptoo@mazingira.example').executeTakeFirstOrThrow()
    for (const url of [`admin/updateUser/${kiptoo}`, `admin/deleteUser/${kiptoo}`]) expect((await ask('POST', url, { roles: ['hr'] })).statusCode).toBe(404)
    expect((await ask('GET', `admin/users/${kiptoo}`)).statusCode).toBe(404)
    const overlay = { extends: { id: 'petty-cash', version: 1 }, scope: { company: 'MRT' }, ops: [] }
    expect((await ask('POST', 'admin/overlays', overlay)).statusCode).toBeGreaterThanOrEqual(400)
    await test.services.database.kysely.updateTable('users').set({ default_company: 'MRT' }).where('email', '=', ADMIN).execute()
    const admin = await test.signIn(ADMIN)
    expect((await admin.call('POST', 'hrmis/auth/setCompany', { default_company: 'BML' })).statusCode).toBe(200)
  })

  it('a session of the provider changes nothing of how the person signs in, or is written to, in companies that do not use it', async () => {
    await test.services.database.kysely.updateTable('users').set({ default_company: 'MRT' }).where('email', '=', ADMIN).execute()
    const owner = await test.signIn(ADMIN)
    const authorization = `Bearer ${await new Browser().signIn('admin', 'BML')}`
    const ask = (method: 'GET' | 'POST', url: string, payload?: object) => test.inject({ method, url: `/api/v1/${url}`, headers: { authorization }, ...(payload && { payload }) })
    const sessions = async (): Promise<{ id: string; company: string }[]> => (await owner.call('GET', 'hrmis/auth/sessions')).json<{ data: { id: string; company: string }[] }>().data
    const inMrt = (await sessions()).find(({ company }) => company === 'MRT')?.id ?? ''
    expect((await ask('GET', 'hrmis/auth/sessions')).json<{ data: { company: string }[] }>().data.map(({ company }) => company)).not.toContain('MRT')
    expect((await ask('POST', `hrmis/auth/sessions/${inMrt}/revoke`)).statusCode).toBe(404)
    await ask('POST', 'hrmis/auth/sessions/revokeOthers')
    expect((await sessions()).map(({ id }) => id)).toContain(inMrt)
    expect((await ask('POST', 'notifications/preferences', { assigned: { mail: false } })).statusCode).toBe(200)
    const mailed = async (asked: Promise<LightMyRequestResponse>) => (await asked).json<{ data: { kind: string; mail: boolean }[] }>().data.find(({ kind }) => kind === 'assigned')?.mail
    expect([await mailed(ask('GET', 'notifications/preferences')), await mailed(owner.call('GET', 'notifications/preferences'))]).toEqual([false, true])
    // An authenticator would be asked for in all companies, so their password is needed, also after the provider's fresh confirmation.
    const add = async (): Promise<unknown[]> => {
      const answer = await ask('POST', 'hrmis/auth/authenticators/app', { name: 'Phone' })
      return [answer.statusCode, answer.json<{ code?: string }>().code]
    }
    expect(await add()).toEqual([403, 'step-up-needed'])
    expect((await ask('POST', 'hrmis/auth/stepUp', { password: PASSWORD })).statusCode).toBe(200)
    expect(await add()).toEqual([200, undefined])
    // In a session of the provider that reaches every company of the account, its confirmation is enough.
    use({})
    expect((await post(test, 'authenticators/app', { name: 'Phone' }, { authorization: `Bearer ${await new Browser().signIn('admin')}` })).statusCode).toBe(200)
    await ask('POST', 'notifications/preferences', { assigned: { mail: true } })
  })

  it('a person of several companies begins in the company of the provider', async () => {
    const browser = new Browser()
    const answer = await browser.login((await browser.walk('admin', 'BML')).code)
    expect(told(answer).data).toMatchObject({ user: { default_company: 'BML' } })
  })
})

/** The administrator's company before the tests. */
const backHome = async (): Promise<void> => void await test.services.database.kysely.updateTable('users').set({ default_company: 'MRT' }).where('email', '=', ADMIN).execute()

describe('the freshness of a sign-in at the provider', () => {
  afterEach(backHome)
  const sees = (at: Date | undefined): void => {
    provider.forge = { change: ({ claims }) => {
      if (at === undefined) delete claims['auth_time']
      else claims['auth_time'] = Math.floor(at.getTime() / 1000)
    } }
  }
  const ago = (minutes: number): Date => new Date(test.clock.now().getTime() - minutes * MINUTE)
  const as = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` })
  const save = async (token: string): Promise<string | number> => told(await test.inject({ method: 'POST', url: '/api/v1/admin/updateSettings', headers: as(token), payload: {} })).code ?? 200
  const addApp = async (token: string): Promise<string | number> => told(await post(test, 'authenticators/app', { name: 'Phone' }, as(token))).code ?? 200
  const setPassword = async (hash: string | null): Promise<void> => void await test.services.database.kysely.updateTable('users').set({ password_hash: hash }).where('email', '=', ADMIN).execute()
  /** A confirmation at the provider in the browser's window. */
  async function confirm(token: string, browser: Browser, account = 'admin'): Promise<object> {
    return browser.open(await signInThere(await begin(token, browser), account))
  }
  /** The address that the window opens. */
  async function begin(token: string, browser: Browser): Promise<string> {
    const answer = await post(test, 'stepUp/provider', {}, { ...as(token), cookie: browser.cookie })
    expect(answer.statusCode, answer.body).toBe(200)
    const set = [answer.headers['set-cookie'] ?? []].flat().find((one) => one.includes('dirisha_oidc='))
    browser.cookie = set?.split(';')[0] ?? ''
    const address = String(told(answer).data['address'])
    expect(new URL(address).searchParams.get('max_age')).toBe('0')
    return address
  }
  beforeEach(() => {
    provider.accounts['admin'] = { email: ADMIN, email_verified: true }
    use({ isOnly: true })
  })

  it('a person whom the provider saw hours ago needs a step-up, and one seen a moment ago does not', async () => {
    expect(new URL(await new Browser().start()).searchParams.get('max_age')).toBe('43200')
    const seen = async (at: Date | undefined): Promise<string | number> => {
      sees(at)
      return save(await new Browser().signIn('admin'))
    }
    expect([await seen(ago(1)), await seen(ago(120)), await seen(undefined), await seen(ago(-0.75))]).toEqual([await seen(ago(0)), 'step-up-needed', 'step-up-needed', await seen(ago(0))])
    expect(await seen(ago(1))).not.toBe('step-up-needed')
  })

  it('a person whom the provider saw longer ago than a session lasts is not signed in', async () => {
    const walk = async (at: Date): Promise<object> => {
      sees(at)
      return new Browser().walk('admin')
    }
    expect(await walk(ago(12 * 60))).toHaveProperty('code')
    for (const at of [ago(12 * 60 + 2), new Date(1000)]) {
      expect(await walk(at)).toEqual({ refused: 'provider-refused' })
      expect((await lastNoted()).slice(0, 2)).toEqual(['sign-in-failed', 'oidc: the provider saw the person longer ago than it was asked for'])
    }
  })

  it('a person whom the provider saw in the future, by more than a minute, is refused', async () => {
    for (const seconds of [Math.floor(ago(-2).getTime() / 1000), 8.64e12, 8e18]) {
      provider.forge = { change: ({ claims }) => { claims['auth_time'] = seconds } }
      expect(await new Browser().walk('admin')).toEqual({ refused: 'provider-refused' })
      expect((await lastNoted()).slice(0, 2)).toEqual(['sign-in-failed', 'oidc: the provider saw the person in the future'])
    }
    const browser = new Browser()
    sees(ago(120))
    const token = await browser.signIn('admin')
    sees(ago(-2))
    expect([await confirm(token, browser), await save(token), (await lastNoted())[0]]).toEqual([{ unconfirmed: 'provider-refused' }, 'step-up-needed', 'step-up-asked'])
    sees(undefined)
    expect([await confirm(token, browser), await save(token)]).toEqual([{ unconfirmed: 'provider-not-asked' }, 'step-up-needed'])
  })

  it('a token that was issued in the future is refused', async () => {
    provider.forge = { change: ({ claims }) => { claims['iat'] = Math.floor(Date.now() / 1000) + 25 * 60 * 60 } }
    expect(await new Browser().walk('admin')).toEqual({ refused: 'provider-refused' })
    expect((await lastNoted()).slice(0, 2)).toEqual(['sign-in-failed', 'oidc: the ID token was issued in the future'])
  })

  it('a step-up at the provider needs a new confirmation there, by the same person in the same browser', async () => {
    const browser = new Browser()
    sees(ago(120))
    const token = await browser.signIn('admin')
    expect([await confirm(token, browser), await save(token), (await lastNoted())[0]]).toEqual([{ unconfirmed: 'provider-not-asked' }, 'step-up-needed', 'step-up-asked'])
    sees(undefined)
    expect(await confirm(token, browser)).toEqual({ unconfirmed: 'provider-not-asked' })
    sees(ago(0))
    expect([await confirm(token, browser, 'wanjiku'), await save(token)]).toEqual([{ unconfirmed: 'provider-other-person' }, 'step-up-needed'])
    expect(await confirm(token, browser)).toEqual({ confirmed: '1' })
    expect((await lastNoted()).slice(0, 2)).toEqual(['step-up-passed', 'oidc'])
    expect(await save(token)).not.toBe('step-up-needed')
    // It starts no session, because there is no code for one.
    const other = new Browser()
    const begun = String(told(await post(test, 'stepUp/provider', {}, as(token))).data['address'])
    expect(await other.open(await signInThere(begun, 'admin'))).toEqual({ refused: 'provider-lost' })
  })

  it('people of a provider without auth_time add a first authenticator right after signing in, and no later, if they have no password', async () => {
    use({})
    sees(undefined)
    // With a password, somebody who finds their browser must not enrol a device of their own.
    expect(await addApp(await new Browser().signIn('admin'))).toBe('step-up-needed')
    const { password_hash } = await test.services.database.kysely.selectFrom('users').select('password_hash').where('email', '=', ADMIN).executeTakeFirstOrThrow()
    await setPassword(null)
    const token = await new Browser().signIn('admin')
    expect([await addApp(token), await save(token)]).toEqual([200, 'step-up-needed'])
    // A switch of company does not renew this.
    test.clock.advance(11 * MINUTE)
    const switched = String(told(await post(test, 'setCompany', { default_company: 'BML' }, as(token))).data['token'])
    expect([await addApp(switched)]).toEqual(['step-up-needed'])
    sees(ago(120))
    expect(await addApp(await new Browser().signIn('admin'))).toBe('step-up-needed')
    // Nor at all where the account reaches companies for which the provider does not vouch: it has to say that it saw the person.
    test.services.config.providers = { BML: settings({ key: 'BML' }) }
    for (const [at, expected] of [[undefined, 'step-up-needed'], [ago(120), 'step-up-needed'], [ago(1), 200]] as const) {
      sees(at)
      expect(await addApp(await new Browser().signIn('admin', 'BML')), String(at)).toBe(expected)
    }
    await setPassword(password_hash)
  })

  it('a step-up at the provider is not enough once the person has an authenticator', async () => {
    sees(ago(120))
    const browser = new Browser()
    const token = await browser.signIn('admin')
    sees(ago(0))
    const begun = await begin(token, browser)
    const { kysely } = test.services.database
    const { id } = await kysely.selectFrom('users').select('id').where('email', '=', ADMIN).executeTakeFirstOrThrow()
    await kysely.insertInto('authenticators').values({ user_id: id, kind: 'app', name: 'Phone', secret: 'JBSWY3DPEHPK3PXP', transports: '[]', created_at: test.clock.now(), confirmed_at: test.clock.now() }).execute()
    try {
      expect([await browser.open(await signInThere(begun, 'admin')), await save(token)]).toEqual([{ unconfirmed: 'provider-not-enough' }, 'step-up-needed'])
      expect(PROVIDER_REFUSALS['provider-not-enough']).toContain('use your authenticator')
    } finally {
      await kysely.deleteFrom('authenticators').where('user_id', '=', id).execute()
    }
  })

  it('a person who has a password here cannot step up at the provider', async () => {
    use({})
    const answer = await test.signIn(ADMIN)
    const refused = await post(test, 'stepUp/provider', {}, as(answer.token))
    expect([refused.statusCode, told(refused).code]).toEqual([409, 'step-up-by-password'])
  })
})

describe('signing out', () => {
  afterEach(backHome)
  const out = async (token: string): Promise<string | undefined> => (told(await post(test, 'logout', {}, { authorization: `Bearer ${token}` })).data as { address?: string } | null)?.address

  it('a sign-out leads to the provider, which ends its own session and leads back to the sign-in page', async () => {
    const address = new URL(await out(await new Browser().signIn()) ?? '')
    expect([address.origin, address.pathname, address.searchParams.get('post_logout_redirect_uri')]).toEqual([provider.issuer, '/session/end', `${test.services.config.publicUrl}/auth/login`])
    const asked = await fetch(address)
    const [, xsrf = ''] = /name="xsrf" value="(\w+)"/.exec(await asked.text()) ?? []
    const cookie = asked.headers.getSetCookie().map((one) => one.split(';')[0]).join('; ')
    const ended = await fetch(`${provider.issuer}/session/end/confirm`, { method: 'POST', redirect: 'manual', headers: { cookie }, body: new URLSearchParams({ xsrf, logout: 'yes' }) })
    expect([ended.status, ended.headers.get('location')]).toEqual([303, `${test.services.config.publicUrl}/auth/login`])
    const forged = new URL(address)
    forged.searchParams.set('post_logout_redirect_uri', 'https://evil.example')
    expect((await fetch(forged)).status).toBe(400)
  })

  it('a session that changed company is signed out there too, and one that began with a password is not', async () => {
    provider.accounts['admin'] = { email: ADMIN, email_verified: true }
    const token = await new Browser().signIn('admin')
    const switched = String(told(await post(test, 'setCompany', { default_company: 'BML' }, { authorization: `Bearer ${token}` })).data['token'])
    expect(await out(switched)).toContain(`${provider.issuer}/session/end?`)
    expect(await out((await test.signIn(WANJIKU)).token)).toBeUndefined()
  })

  it('a session ends here even if the provider is away, is removed or offers no sign-out', async () => {
    const [first, second] = [await new Browser().signIn(), await new Browser().signIn()]
    provider.isAway = true
    use({})
    expect([await out(first), await sessionStatus(test, first)]).toEqual([undefined, 401])
    test.services.config.providers = {}
    expect([await out(second), await sessionStatus(test, second)]).toEqual([undefined, 401])
    const bare = await startIdentityProvider({ features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } } })
    await bare.trust([`${test.services.config.publicUrl}${BACK}`])
    Object.assign(bare, { accounts: provider.accounts, sawAt: provider.sawAt })
    use({ issuer: bare.issuer })
    const third = await new Browser().signIn()
    expect([await out(third), await sessionStatus(test, third)]).toEqual([undefined, 401])
    await bare.stop()
  })

  it('a sign-out does not wait for a provider that hangs', async () => {
    const token = await new Browser().signIn()
    provider.isSilent = true
    use({})
    expect([await out(token), await sessionStatus(test, token)]).toEqual([undefined, 401])
    // The request is still pending.
    expect(provider.waiting()).toBe(1)
  })
})

describe('an installation where everybody signs in at the provider (OIDC_ONLY)', () => {
  beforeEach(() => {
    provider.accounts['admin'] = { email: ADMIN, email_verified: true }
    provider.accounts['susan'] = { email: SUSAN, email_verified: true }
  })
  const WORDS = 'Passwords are not used here: sign in with the account of your organisation.'

  it.each(['login', 'windows/login', 'resetPassword', 'requestCredentials', 'signup'])('%s is refused in the same words for known and unknown people, and mails nothing', async (path) => {
    use({ isOnly: true })
    const mails = async (): Promise<number> => (await test.services.database.kysely.selectFrom('outbox').select('id').execute()).length
    const before = await mails()
    for (const email of [WANJIKU, 'stranger@mazingira.example']) {
      const answer = await post(test, path, { email, username: 'hassan', password: PASSWORD, company: 'BML' })
      expect([answer.statusCode, told(answer).message]).toEqual([403, WORDS])
    }
    await doJobs(test)
    expect(await mails()).toBe(before)
  })

  it('an earlier link sets no password, and passwords can no longer be changed, used or handed out', async () => {
    await post(test, 'resetPassword', { email: WANJIKU })
    await doJobs(test)
    const link = await mailedLink(test, WANJIKU)
    expect(link).not.toBe('')
    const admin = await test.signIn(ADMIN)
    use({ isOnly: true })
    const password = 'Mvua-ya-vuli-2026'
    const set = await post(test, 'setPassword', { token: link, password })
    expect([set.statusCode, told(set).message]).toEqual([409, 'You sign in with Acme ID, without a password of this portal.'])
    const changed = await post(test, 'changePassword', { current_password: PASSWORD, password }, { authorization: `Bearer ${await new Browser().signIn()}` })
    expect([changed.statusCode, told(changed).code]).toEqual([409, 'provider-password'])
    // Nor is the earlier password a sufficient step-up.
    const authorization = `Bearer ${await new Browser().signIn()}`
    const ways = await test.inject({ method: 'GET', url: '/api/v1/hrmis/auth/stepUp', headers: { authorization } })
    const proved = await post(test, 'stepUp', { password: PASSWORD }, { authorization })
    expect([told(ways).data, proved.statusCode, told(proved).code]).toEqual([{ ways: ['provider'] }, 409, 'password-not-enough'])
    const given = await admin.call('POST', 'admin/sendActivationLink', { email: 'visitor@mazingira.example' })
    expect([given.statusCode, told(given).code]).toEqual([409, 'user-provider'])
  })

  it('people of a company that requires it lose password sign-in, and people of other companies keep it', async () => {
    const admin = await test.signIn(ADMIN)
    test.services.config.providers = { BML: settings({ key: 'BML', isOnly: true }) }
    expect((await post(test, 'login', { email: WANJIKU, password: PASSWORD })).statusCode).toBe(200)
    for (const email of [SUSAN, ADMIN]) {
      const answer = await post(test, 'login', { email, password: PASSWORD })
      expect([answer.statusCode, told(answer).code, (await lastNoted())[1]]).toEqual([401, 'sign-in-failed', 'signs in at the identity provider only'])
    }
    const windows = await post(test, 'windows/login', { username: 'hassan', password: PASSWORD, company: 'BML' })
    expect([windows.statusCode, told(windows).message]).toEqual([403, WORDS])
    // The other company is no way round, neither from an earlier session nor by a link.
    const over = await admin.call('POST', 'hrmis/auth/setCompany', { default_company: 'BML' })
    expect([over.statusCode, told(over).message]).toEqual([403, 'Baraka Manufacturing requires sign-in with Acme ID. Sign out, and choose it on the sign-in page.'])
    await post(test, 'resetPassword', { email: SUSAN })
    await doJobs(test)
    expect((await messagesTo(test, SUSAN))[0]).toMatchObject({ subject: 'Your account', text: expect.stringContaining('You sign in with Acme ID') as string, is_secret: false })
    expect(await sessionStatus(test, await new Browser().signIn('susan', 'BML'))).toBe(200)
  })

  it('a person who signed in at the provider can switch to its other companies', async () => {
    use({ isOnly: true })
    const token = await new Browser().signIn('admin')
    const over = await post(test, 'setCompany', { default_company: 'BML' }, { authorization: `Bearer ${token}` })
    expect(told(over).data).toMatchObject({ default_company: 'BML' })
    expect((await post(test, 'setCompany', { default_company: 'MRT' }, { authorization: `Bearer ${String(told(over).data['token'])}` })).statusCode).toBe(200)
  })
})
