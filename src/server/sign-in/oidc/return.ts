/** The browser is back from the provider: everything that it brings is checked, and who it is becomes a code for the portal's page. */
import type { Configuration, IDToken } from 'openid-client'
import type { ProviderRefusal } from '../../../contract/index.ts'
import type { ProviderConfig } from '../../config.ts'
import { AppError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { allCompanies } from '../../store/companies.ts'
import { findProviderSignIn, keepWhoReturned, takeReturn } from '../../store/provider-sign-ins.ts'
import type { ProviderSignIn } from '../../store/provider-sign-ins.ts'
import type { User } from '../../store/users.ts'
import { note } from '../audit.ts'
import type { Arrival } from '../device.ts'
import { MAX_SESSION_MS, readSession } from '../establish-session.ts'
import { passed } from '../authenticators/prove.ts'
import { hashToken, newToken } from '../tokens.ts'
import { secretsOf } from './browser.ts'
import { accountNamed, claimsOf, isRequiredMet, isUnverified, personNamed } from './claims.ts'
import { discovered, reasonOf, returnAddress } from './discovered.ts'
import { companyAt } from './provider-of.ts'

const CODE_LASTS_MS = 2 * 60_000
const MAX_STATE_LENGTH = 200
/** So far the clock of a provider may be from ours: what the library takes of its tokens. */
const CLOCKS_APART_MS = 30_000
/** So far ahead of ours its clock may be when it says when it saw the person. */
const AHEAD_MS = 60_000
/** Beyond it there are no dates. */
const LAST_MOMENT_MS = 8.64e15
const DECLINED = 'access_denied'

export interface Returned {
  /** Which provider's address the browser came to: the key of its settings. */
  key: string
  /** Of the address, with its question mark. */
  query: string
  browserToken: string | undefined
  arrival: Arrival
}

/** Why nobody is signed in, for the person and for the log. */
class Refused extends Error {
  readonly refusal: ProviderRefusal
  readonly detail: string
  readonly who: { actor?: string; company?: string }
  constructor(refusal: ProviderRefusal, detail: string, who: { actor?: string; company?: string } = {}) {
    super(detail)
    this.refusal = refusal
    this.detail = detail
    this.who = who
  }
}

/** What the browser is told of a return: the code that it turns into a session, once, or that who is at the screen has been shown. */
export type Outcome = { code: string } | { confirmed: '1' }

/** Why nothing came of a return; `isConfirming`: of somebody who is signed in and was to show who they are. */
export class ReturnRefused extends AppError {
  readonly isConfirming: boolean
  constructor(refusal: ProviderRefusal, isConfirming: boolean) {
    super(refusal)
    this.isConfirming = isConfirming
  }
}

/** Turns what the browser comes back with into a session to begin, or a confirmation. Throws ReturnRefused with one of PROVIDER_REFUSALS, which the sign-in log tells with its reason. */
export async function comeBack(services: Services, returned: Returned): Promise<Outcome> {
  const { database, clock } = services
  const provider = services.config.providers[returned.key]
  const begun: { company?: string; confirms?: string | null } = {}
  try {
    const signIn = await returnOf(services, returned)
    begun.company = signIn.company
    begun.confirms = signIn.confirms
    if (provider === undefined) throw new Refused('provider-lost', 'no such provider any more')
    const came = await whoCame(services, provider, signIn, returned)
    const { user, idToken, seenAt } = came
    if (signIn.confirms !== null) {
      await confirm(services, signIn.confirms, signIn, came, returned)
      return { confirmed: '1' }
    }
    const code = newToken()
    await keepWhoReturned(database.kysely, signIn.state_hash, { userId: user.id, codeHash: hashToken(code), endsAt: new Date(clock.now().getTime() + CODE_LASTS_MS), idToken, seenAt })
    return { code }
  } catch (error) {
    const { refusal, detail, who: named } = refusedBy(error)
    const who = named.actor === undefined && typeof begun.confirms === 'string' ? await whoConfirms(services, begun.confirms, returned) : named
    const isConfirming = typeof begun.confirms === 'string'
    const company = who.company ?? begun.company ?? (await allCompanies(database.kysely))[0]?.code ?? ''
    await note(database.kysely, { company, kind: isConfirming ? 'step-up-failed' : 'sign-in-failed', actor: who.actor ?? provider?.name ?? 'OpenID Connect', arrival: returned.arrival, at: clock.now(), detail: `oidc: ${detail}` })
    throw new ReturnRefused(refusal, isConfirming)
  }
}

/** Who was sent to the provider to show who they are, though the provider says nothing of them; nobody once their session has ended. */
async function whoConfirms(services: Services, tokenHash: string, { arrival }: Returned): Promise<Refused['who']> {
  const session = (await readSession(services, tokenHash, arrival.ip))?.session
  return session === undefined ? {} : { actor: session.actor.id, company: session.company.code }
}

/** The provider has asked the person of the session who they are, since they were sent there. */
async function confirm(services: Services, tokenHash: string, { created_at: begunAt }: ProviderSignIn, { user, seenAt }: Came, { arrival }: Returned): Promise<void> {
  const { database } = services
  const session = (await readSession(services, tokenHash, arrival.ip))?.session
  if (session === undefined) throw new Refused('provider-lost', 'the session has ended', { actor: user.id })
  const who = { actor: session.actor.id, company: session.company.code }
  if (session.actor.id !== user.id) throw new Refused('provider-other-person', 'confirmed as somebody else', who)
  refuseFuture(seenAt, services.clock.now(), who)
  if (seenAt === null || seenAt.getTime() < begunAt.getTime() - CLOCKS_APART_MS) throw new Refused('provider-not-asked', seenAt === null ? 'the provider does not say when it saw the person' : 'the provider did not ask again', who)
  // Somebody who has more shows that: it may have been added meanwhile, elsewhere.
  if (session.hasAuthenticator) throw new Refused('provider-not-enough', 'has an authenticator', who)
  await database.transaction((tx) => passed(services, tx, session, arrival, 'oidc'))
}

function refusedBy(error: unknown): Refused {
  if (error instanceof Refused) return error
  if (error instanceof AppError && error.code === 'provider-unavailable') return new Refused('provider-unavailable', 'the provider does not answer')
  throw error
}

function stateOf(query: string): string {
  return new URLSearchParams(query).get('state')?.slice(0, MAX_STATE_LENGTH) ?? ''
}

async function returnOf({ database, clock }: Services, { key, query, browserToken }: Returned): Promise<ProviderSignIn> {
  const stateHash = hashToken(stateOf(query))
  const now = clock.now()
  const browserHash = hashToken(browserToken ?? '')
  const taken = await takeReturn(database.kysely, { stateHash, browserHash, provider: key }, now)
  if (taken !== undefined) return taken
  const found = await findProviderSignIn(database.kysely, stateHash)
  if (found === undefined) throw new Refused('provider-lost', 'not begun here')
  const { company } = found
  if (found.browser_hash !== browserHash) throw new Refused('provider-lost', 'begun in another browser', { company })
  if (found.provider !== key) throw new Refused('provider-lost', 'came back from another provider', { company })
  throw found.returned_at === null ? new Refused('provider-late', 'came back too late', { company }) : new Refused('provider-used', 'came back a second time', { company })
}

interface Came { user: User; idToken: string; /** When the provider last saw who it is; null where it does not say; later than now where it says what cannot be. */ seenAt: Date | null }

/** As the provider says, by its clock, which may be a little ahead; what is further ahead stays so. */
function seenAtOf({ auth_time: seconds }: IDToken, now: Date): Date | null {
  if (typeof seconds !== 'number' || !Number.isFinite(seconds)) return null
  const at = Math.min(seconds * 1000, LAST_MOMENT_MS)
  return new Date(at > now.getTime() + AHEAD_MS ? at : Math.min(at, now.getTime()))
}

/** Throws provider-refused where the provider says that it saw the person later than now: what else it says of them is worth no more. */
function refuseFuture(seenAt: Date | null, now: Date, who: Refused['who']): void {
  if (seenAt !== null && seenAt > now) throw new Refused('provider-refused', 'the provider saw the person in the future', who)
}

/** The person whom the provider vouches for: somebody with an active account in one of its companies. */
async function whoCame(services: Services, provider: ProviderConfig, { company, confirms, created_at: begunAt }: ProviderSignIn, returned: Returned): Promise<Came> {
  const configuration = await discovered(services, provider)
  const tokens = await tokensOf(services, configuration, provider, returned)
  const claims = await claimsOf(configuration, provider, tokens).catch(async (error: unknown) => { throw await refusedByProvider(services, provider, error) })
  const account = accountNamed(claims, provider)
  if (account === undefined) throw new Refused('provider-no-account', `no ${provider.claim} among the claims`)
  // Before anything is refused: from where it came is shown to no more people than of the account's other sign-ins.
  const user = await personNamed(services.database.kysely, account)
  const who = user === undefined ? { actor: account } : { actor: user.id, company: user.default_company }
  if (!isRequiredMet(claims, provider.required)) throw new Refused('provider-no-account', `without ${provider.required?.claim ?? ''}=${provider.required?.value ?? ''}`, who)
  if (isUnverified(claims, provider)) throw new Refused('provider-unverified', 'e-mail not verified', who)
  if (user === undefined) throw new Refused('provider-no-account', 'unknown account', who)
  if (!user.active) throw new Refused('provider-no-account', 'deactivated account', who)
  if (companyAt(services.config, provider, user, company) === undefined) throw new Refused('provider-no-account', 'of no company of this provider', who)
  const now = services.clock.now()
  const seenAt = seenAtOf(tokens.idToken, now)
  // Of a confirmation, which asks for less, this is looked at with its session.
  if (confirms === null) refuseFuture(seenAt, now, who)
  if (confirms === null && seenAt !== null && seenAt.getTime() < begunAt.getTime() - MAX_SESSION_MS - CLOCKS_APART_MS) throw new Refused('provider-refused', 'the provider saw the person longer ago than it was asked for', who)
  return { user, idToken: tokens.raw, seenAt }
}

/** Exchanges the provider's code. Issuer, audience, times, nonce and signature are the library's to check, and that the code was asked for here (PKCE). */
async function tokensOf(services: Services, configuration: Configuration, provider: ProviderConfig, { query, browserToken }: Returned): Promise<{ idToken: IDToken; raw: string; accessToken: string }> {
  const { authorizationCodeGrant } = await import('openid-client')
  const state = stateOf(query)
  const { nonce, verifier } = secretsOf(browserToken ?? '', state)
  try {
    const tokens = await authorizationCodeGrant(configuration, new URL(returnAddress(services.config, provider) + query), { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true })
    const idToken = tokens.claims()
    if (idToken === undefined || tokens.id_token === undefined) throw new Error('no ID token')
    // The library looks at its end alone, by the machine's clock.
    if (idToken.iat * 1000 > Date.now() + CLOCKS_APART_MS) throw new Error('the ID token was issued in the future')
    return { idToken, raw: tokens.id_token, accessToken: tokens.access_token }
  } catch (error) {
    throw await refusedByProvider(services, provider, error)
  }
}

async function refusedByProvider({ log }: Services, provider: ProviderConfig, error: unknown): Promise<Refused> {
  const { AuthorizationResponseError, ResponseBodyError, WWWAuthenticateChallengeError } = await import('openid-client')
  const providerError = error instanceof AuthorizationResponseError || error instanceof ResponseBodyError ? wordOf(error.error) : undefined
  if (error instanceof AuthorizationResponseError) return providerError === DECLINED ? new Refused('provider-declined', 'declined at the provider') : new Refused('provider-refused', `the provider says ${providerError ?? 'something unknown'}`)
  log.error({ issuer: provider.issuer, reason: reasonOf(error), ...(providerError !== undefined && { said: providerError }) }, 'a sign-in at the identity provider failed')
  if (isSilent(error)) return new Refused('provider-unavailable', 'the provider does not answer')
  if (error instanceof WWWAuthenticateChallengeError) return new Refused('provider-refused', 'the provider answers 401: are OIDC_CLIENT_ID and OIDC_CLIENT_SECRET right?')
  return new Refused('provider-refused', providerError === undefined ? describeError(error) : `the provider says ${providerError}`)
}

/** An error by its code, such as invalid_grant: whatever else the provider writes there is its own text. */
function wordOf(error: string): string | undefined {
  return /^[a-z_]{1,60}$/.test(error) ? error : undefined
}

function isSilent(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  // What fetch throws has no code of its own.
  if (error instanceof TypeError && code === undefined) return true
  return code === 'OAUTH_TIMEOUT' || (error.cause instanceof Response && error.cause.status >= 500)
}

/** Which check failed, as the library names it: `OAUTH_JWT_CLAIM_COMPARISON_FAILED nonce`. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.message
  const claim = claimIn(error.cause)
  return claim === undefined ? code : `${code} ${claim}`
}

/** The library says which claim it was in the cause of the cause. */
function claimIn(cause: unknown): string | undefined {
  if (typeof cause !== 'object' || cause === null) return undefined
  if ('claim' in cause && typeof cause.claim === 'string') return cause.claim
  return 'cause' in cause ? claimIn(cause.cause) : undefined
}
