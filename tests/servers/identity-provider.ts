/**
 * A private identity provider for a test: a certified implementation of OpenID Connect over HTTP, with its own keys, pages and accounts.
 */
import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Configuration } from 'oidc-provider'

export type Claims = Record<string, unknown>
/** Changes a token's content before it is signed. */
type Change = (token: { header: Claims; claims: Claims }) => void

export interface IdentityProvider {
  issuer: string
  clientId: string
  clientSecret: string
  /** The claims of each account, by the name that is entered on its page. */
  accounts: Record<string, Claims>
  /** Sets the portal's return addresses; nothing is answered before that. */
  trust(returnAddresses: string[]): Promise<void>
  /** Changes to the next ID tokens, as by a faulty or malicious provider; undefined: none. `key`: the signing key. */
  forge: { change?: Change; key?: KeyObject | 'none' | 'secret' } | undefined
  /** The authentication time that it reports, before any change; by default the machine's clock. */
  sawAt: (() => Date) | undefined
  /** Whether it responds 503 to everything, as during a restart. */
  isAway: boolean
  /** Whether it accepts requests but never responds, as if it hung; `waiting` returns how many are pending. */
  isSilent: boolean
  waiting(): number
  /** Whether it responds with far more than anybody needs. */
  isEndless: boolean
  stop(): Promise<void>
}

export const CLIENT = { clientId: 'dirisha-portal', clientSecret: 'kept-between-the-two-of-us-0123456789' }

/** Starts it on a free port of this machine. `more`: provider settings that override the defaults here. */
export async function startIdentityProvider(more: Configuration = {}): Promise<IdentityProvider> {
  const { default: Provider } = await quietly(() => import('oidc-provider'))
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  let answer: (request: IncomingMessage, response: ServerResponse) => void = (_, response) => response.writeHead(503).end()
  const unanswered = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    if (provider.isSilent) {
      unanswered.add(response)
      response.once('close', () => unanswered.delete(response))
    } else if (provider.isEndless) response.writeHead(200, { 'content-type': 'application/json' }).end(`{"issuer":"${'x'.repeat(5_000_000)}"}`)
    else if (provider.isAway) response.writeHead(503).end()
    else answer(request, response)
  })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider: IdentityProvider = {
    issuer, ...CLIENT, accounts: {}, forge: undefined, sawAt: undefined, isAway: false, isSilent: false, isEndless: false, waiting: () => unanswered.size,
    async trust(returnAddresses) {
      const oidc = await quietly(() => new Provider(issuer, {
        clients: [{ client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret, redirect_uris: returnAddresses, post_logout_redirect_uris: returnAddresses.map((address) => `${new URL(address).origin}/auth/login`) }],
        jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'first' }] },
        cookies: { keys: ['of-a-test'] },
        // As other providers do: the claims of a scope are in the token itself.
        conformIdTokenClaims: false,
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'preferred_username', 'hd', 'groups'] },
        features: { devInteractions: { enabled: false } },
        interactions: { url: (_, { uid }) => `/people/${uid}` },
        findAccount: (_, id) => (provider.accounts[id] === undefined ? undefined : { accountId: id, claims: () => ({ sub: id, ...provider.accounts[id] }) }),
        // Signing in there implies consent to identify the user to the portal.
        async loadExistingGrant(context) {
          const grant = new context.oidc.provider.Grant({ clientId: CLIENT.clientId, accountId: context.oidc.session?.accountId ?? '' })
          grant.addOIDCScope('openid email profile')
          await grant.save()
          return grant
        },
        renderError: (context, out) => { context.body = JSON.stringify(out) },
        ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
        ...more,
      }))
      oidc.use(async (context, next) => {
        if (context.path.startsWith('/people/')) {
          context.respond = false
          return people(context)
        }
        await next()
        const body = context.body as { id_token?: string }
        if (context.path === '/token' && (provider.forge ?? provider.sawAt) !== undefined && typeof body?.id_token === 'string') body.id_token = forged(body.id_token, provider, privateKey)
      })
      const people = async ({ req, res, request, method, query }: { req: IncomingMessage; res: ServerResponse; request: { path: string }; method: string; query: Record<string, unknown> }): Promise<void> => {
        if (method !== 'POST') return page(res, request.path)
        const login = query['cancel'] === undefined ? await formOf(req) : ''
        const isKnown = provider.accounts[login] !== undefined
        const result = isKnown ? { login: { accountId: login } } : { error: 'access_denied', error_description: '<b>Nobody</b> of that name' }
        await oidc.interactionFinished(req, res, result, { mergeWithLastSubmission: false })
      }
      const callback = oidc.callback()
      answer = (request, response) => void callback(request, response)
    },
    stop: () => close(server),
  }
  return provider
}

/** It warns on the console that its storage is in memory, and on Node 20 that it prefers 22: both are fine here. */
async function quietly<T>(make: () => T | Promise<T>): Promise<T> {
  const { warn } = console
  console.warn = () => undefined
  try {
    return await make()
  } finally {
    console.warn = warn
  }
}

async function formOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return new URLSearchParams(text).get('account') ?? ''
}

function page(response: ServerResponse, path: string): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<!doctype html><html lang="en"><title>Acme ID</title><h1>Acme ID</h1>
<form method="post" action="${path}"><label>Account <input name="account" autofocus></label><button>Continue</button></form>
<form method="post" action="${path}?cancel"><button>Cancel</button></form></html>`)
}

function forged(token: string, { forge: { change, key } = {}, sawAt }: Pick<IdentityProvider, 'forge' | 'sawAt'>, own: KeyObject): string {
  const [header = {}, claims = {}] = token.split('.').slice(0, 2).map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Claims)
  if (key === 'none') header['alg'] = 'none'
  if (key === 'secret') header['alg'] = 'HS256'
  if (sawAt !== undefined) claims['auth_time'] = Math.floor(sawAt().getTime() / 1000)
  change?.({ header, claims })
  const text = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  if (key === 'none') return `${text}.`
  const signature = key === 'secret' ? createHmac('sha256', CLIENT.clientSecret).update(text).digest() : sign('RSA-SHA256', Buffer.from(text), key ?? own)
  return `${text}.${signature.toString('base64url')}`
}

/** A key that the provider does not publish. */
export function foreignKey(): KeyObject {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
}

async function close(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

/**
 * Walks through the provider's pages as a browser would: enters the account, or cancels. Returns the redirect address, which is not called.
 */
export async function signInThere(address: string, account: string | null): Promise<URL> {
  const cookies = new Map<string, string>()
  const ask = async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const answer = await fetch(url, { ...init, redirect: 'manual', headers: { ...init.headers, cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') } })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    return answer
  }
  const { origin } = new URL(address)
  let answer = await ask(address)
  for (let at = new URL(address); ;) {
    const to = answer.headers.get('location')
    if (to !== null) {
      at = new URL(to, at)
      if (at.origin !== origin) return at
      answer = await ask(at)
    } else if (answer.ok && at.pathname.startsWith('/people/')) {
      answer = await ask(account === null ? `${at.href}?cancel` : at, { method: 'POST', ...(account !== null && { body: new URLSearchParams({ account }) }) })
    } else throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`)
  }
}
