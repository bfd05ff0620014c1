/**
 * Handles the browser's return from the provider: validates everything it sends, and creates a code that the portal's page exchanges for a
 * session.
 */
import type { Configuration, IDToken } from 'openid-client'
import type { ProviderRefusal } from '../../../contract/index.ts'
import type { ProviderConfig } from '../../config.ts'
import { AppError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { allCompanies } from '../../store/settings/companies.ts'
import { findProviderSignIn, saveReturnedUser, takeReturn } from '../../store/sign-in/provider-sign-ins.ts'
import type { ProviderSignIn } from '../../store/sign-in/provider-sign-ins.ts'
import type { User } from '../../store/users/users.ts'
import { recordSignInEvent } from '../audit.ts'
import type { RequestOrigin } from '../device.ts'
import { MAX_SESSION_MS, readSession } from '../establish-session.ts'
import { passed } from '../authenticators/prove.ts'
import { hashToken, newToken } from '../tokens.ts'
import { secretsOf } from './browser.ts'
import { accountNamed, claimsOf, isRequiredMet, isUnverified, personNamed } from './claims.ts'
import { discovered, reasonOf, returnAddress } from './discovered.ts'
import { companyAt } from './provider-of.ts'

const CODE_LASTS_MS = 2 * 60_000
const MAX_STATE_LENGTH = 200
/** Tolerated difference between the provider's clock and ours, the same as the library's for its tokens. */
const CLOCKS_APART_MS = 30_000
/** How far ahead of our clock the provider's authentication time may be. */
const AHEAD_MS = 60_000
/** The largest valid Date in milliseconds. */
const LAST_MOMENT_MS = 8.64e15
const DECLINED = 'access_denied'

export interface Returned {
  /** The provider whose redirect URI the browser came to: its key in the settings. */
  key: string
  /** The query string of the URL, including the question mark. */
  query: string
  browserToken: string | undefined
  arrival: RequestOrigin
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

/** The result of a return: a one-time code that the browser exchanges for a session, or that the identity is confirmed. */
export type Outcome = { code: string } | { confirmed: '1' }

/** Why a return was rejected. `isConfirming`: the person is signed in and was confirming their identity. */
export class ReturnRefused extends AppError {
  readonly isConfirming: boolean
  constructor(refusal: ProviderRefusal, isConfirming: boolean) {
    super(refusal)
    this.isConfirming = isConfirming
  }
}

/**
 * Turns the provider's response into a session to begin, or a confirmation. @throws ReturnRefused with one of PROVIDER_REFUSALS, which the
 * sign-in log records with its reason
 */
export async function handleCallback(services: Services, returned: Returned): Promise<Outcome> {
  const { database, clock } = services
  const provider = services.config.providers[returned.key]
  const begun: { company?: string; confirms?: string | null } = {}
  try {
    const signIn = await returnOf(services, returned)
    begun.company = signIn.company
    begun.confirms = signIn.confirms
    if (provider === undefined) throw new Refused('provider-lost', 'no such provider any more')
    const came = await authenticatedPerson(services, provider, signIn, returned)
    const { user, idToken, seenAt } = came
    if (signIn.confirms !== null) {
      await confirm(services, signIn.confirms, signIn, came, returned)
      return { confirmed: '1' }
    }
    const code = newToken()
    await saveReturnedUser(database.kysely, signIn.state_hash, { userId: user.id, codeHash: hashToken(code), endsAt: new Date(clock.now().getTime() + CODE_LASTS_MS), idToken, seenAt })
    return { code }
  } catch (error) {
    const { refusal, detail, who: named } = refusedBy(error)
    const who = named.actor === undefined && typeof begun.confirms === 'string' ? await confirmingUser(services, begun.confirms, returned) : named
    const isConfirming = typeof begun.confirms === 'string'
    const company = who.company ?? begun.company ?? (await allCompanies(database.kysely))[0]?.code ?? ''
    await recordSignInEvent(database.kysely, { company, kind: isConfirming ? 'step-up-failed' : 'sign-in-failed', actor: who.actor ?? provider?.name ?? 'OpenID Connect', arrival: returned.arrival, at: clock.now(), detail: `oidc: ${detail}` })
    throw new ReturnRefused(refusal, isConfirming)
  }
}

/** The person whose confirmation failed before the provider identified anyone; empty if their session has ended. */
async function confirmingUser(services: Services, tokenHash: string, { arrival }: Returned): Promise<Refused['who']> {
  const session = (await readSession(services, tokenHash, arrival.ip))?.session
  return session === undefined ? {} : { actor: session.actor.id, company: session.company.code }
}

/** Confirms the identity of the session's user, if the provider has authenticated them since they were sent there. */
async function confirm(services: Services, tokenHash: string, { created_at: begunAt }: ProviderSignIn, { user, seenAt }: ProviderIdentity, { arrival }: Returned): Promise<void> {
  const { database } = services
  const session = (await readSession(services, tokenHash, arrival.ip))?.session
  if (session === undefined) throw new Refused('provider-lost', 'the session has ended', { actor: user.id })
  const who = { actor: session.actor.id, company: session.company.code }
  if (session.actor.id !== user.id) throw new Refused('provider-other-person', 'confirmed as somebody else', who)
  rejectFutureAuthTime(seenAt, services.clock.now(), who)
  if (seenAt === null || seenAt.getTime() < begunAt.getTime() - CLOCKS_APART_MS) throw new Refused('provider-not-asked', seenAt === null ? 'the provider does not say when it saw the person' : 'the provider did not ask again', who)
  // A person with an authenticator has to use it; it may have been added in another session meanwhile.
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

interface ProviderIdentity { user: User; idToken: string; /** When the provider last authenticated the person; null if it does not state that. Later than now if the provider's value is impossible. */ seenAt: Date | null }

/**
 * The provider's authentication time. Its clock may be slightly ahead, which is capped to now; a time further ahead is kept, to be
 * rejected.
 */
function seenAtOf({ auth_time: seconds }: IDToken, now: Date): Date | null {
  if (typeof seconds !== 'number' || !Number.isFinite(seconds)) return null
  const at = Math.min(seconds * 1000, LAST_MOMENT_MS)
  return new Date(at > now.getTime() + AHEAD_MS ? at : Math.min(at, now.getTime()))
}

/** Rejects with provider-refused if the provider's authentication time is in the future: its other claims cannot be trusted either. */
function rejectFutureAuthTime(seenAt: Date | null, now: Date, who: Refused['who']): void {
  if (seenAt !== null && seenAt > now) throw new Refused('provider-refused', 'the provider saw the person in the future', who)
}

/** The person identified by the provider: the active account in one of its companies. */
async function authenticatedPerson(services: Services, provider: ProviderConfig, { company, confirms, created_at: begunAt }: ProviderSignIn, returned: Returned): Promise<ProviderIdentity> {
  const configuration = await discovered(services, provider)
  const tokens = await tokensOf(services, configuration, provider, returned)
  const claims = await claimsOf(configuration, provider, tokens).catch(async (error: unknown) => { throw await refusedByProvider(services, provider, error) })
  const account = accountNamed(claims, provider)
  if (account === undefined) throw new Refused('provider-no-account', `no ${provider.claim} among the claims`)
  // Looked up before anything is rejected, so that the log entry is visible only to those who see the account's other sign-ins.
  const user = await personNamed(services.database.kysely, account)
  const who = user === undefined ? { actor: account } : { actor: user.id, company: user.default_company }
  if (!isRequiredMet(claims, provider.required)) throw new Refused('provider-no-account', `without ${provider.required?.claim ?? ''}=${provider.required?.value ?? ''}`, who)
  if (isUnverified(claims, provider)) throw new Refused('provider-unverified', 'e-mail not verified', who)
  if (user === undefined) throw new Refused('provider-no-account', 'unknown account', who)
  if (!user.active) throw new Refused('provider-no-account', 'deactivated account', who)
  if (companyAt(services.config, provider, user, company) === undefined) throw new Refused('provider-no-account', 'of no company of this provider', who)
  const now = services.clock.now()
  const seenAt = seenAtOf(tokens.idToken, now)
  // A confirmation, which has weaker requirements, is checked together with its session.
  if (confirms === null) rejectFutureAuthTime(seenAt, now, who)
  if (confirms === null && seenAt !== null && seenAt.getTime() < begunAt.getTime() - MAX_SESSION_MS - CLOCKS_APART_MS) throw new Refused('provider-refused', 'the provider saw the person longer ago than it was asked for', who)
  return { user, idToken: tokens.raw, seenAt }
}

/**
 * Exchanges the provider's code for tokens. The library verifies issuer, audience, times, nonce and signature, and that the code was
 * requested here (PKCE).
 */
async function tokensOf(services: Services, configuration: Configuration, provider: ProviderConfig, { query, browserToken }: Returned): Promise<{ idToken: IDToken; raw: string; accessToken: string }> {
  const { authorizationCodeGrant } = await import('openid-client')
  const state = stateOf(query)
  const { nonce, verifier } = secretsOf(browserToken ?? '', state)
  try {
    const tokens = await authorizationCodeGrant(configuration, new URL(returnAddress(services.config, provider) + query), { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true })
    const idToken = tokens.claims()
    if (idToken === undefined || tokens.id_token === undefined) throw new Error('no ID token')
    // The library checks only the expiry, by the machine's clock.
    if (idToken.iat * 1000 > Date.now() + CLOCKS_APART_MS) throw new Error('the ID token was issued in the future')
    // Of a token for one client alone, the library does not ask to whom it was issued (OpenID Connect Core, 3.1.3.7).
    if (idToken.azp !== undefined && idToken.azp !== provider.clientId) throw new Error('the ID token was issued to another client')
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

/** An error code such as invalid_grant; undefined for anything else, since that is the provider's own text. */
function wordOf(error: string): string | undefined {
  return /^[a-z_]{1,60}$/.test(error) ? error : undefined
}

function isSilent(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  // Errors thrown by fetch have no code of their own.
  if (error instanceof TypeError && code === undefined) return true
  return code === 'OAUTH_TIMEOUT' || (error.cause instanceof Response && error.cause.status >= 500)
}

/** Which check failed, in the library's terms: `OAUTH_JWT_CLAIM_COMPARISON_FAILED nonce`. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.message
  const claim = claimIn(error.cause)
  return claim === undefined ? code : `${code} ${claim}`
}

/** The library names the claim in the cause of the error's cause. */
function claimIn(cause: unknown): string | undefined {
  if (typeof cause !== 'object' || cause === null) return undefined
  if ('claim' in cause && typeof cause.claim === 'string') return cause.claim
  return 'cause' in cause ? claimIn(cause.cause) : undefined
}
