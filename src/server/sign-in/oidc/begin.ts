import type { ProviderConfig } from '../../config.ts'
import type { Services } from '../../services.ts'
import { createProviderSignIn } from '../../store/sign-in/provider-sign-ins.ts'
import { MAX_SESSION_MS } from '../establish-session.ts'
import { hashToken, newToken } from '../tokens.ts'
import { secretsOf } from './browser.ts'
import { discovered, returnAddress } from './discovered.ts'

const LASTS_MS = 10 * 60_000

/**
 * Begins a sign-in and returns the URL of the provider's page, with state, nonce and PKCE. `confirms` is the token hash of a session whose
 * user confirms their identity: the provider then has to authenticate them again. @throws AppError provider-unavailable
 */
export async function beginAtProvider(services: Services, provider: ProviderConfig, { company, browserToken, confirms = null }: { company: string; browserToken: string; confirms?: string | null }): Promise<string> {
  const { database, clock, config } = services
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client')
  const configuration = await discovered(services, provider)
  const state = newToken()
  const { nonce, verifier } = secretsOf(browserToken, state)
  const now = clock.now()
  await createProviderSignIn(database.kysely, { stateHash: hashToken(state), browserHash: hashToken(browserToken), provider: provider.key, company, now, expiresAt: new Date(now.getTime() + LASTS_MS), confirms })
  return buildAuthorizationUrl(configuration, {
    redirect_uri: returnAddress(config, provider), scope: provider.scopes, state, nonce, code_challenge: await calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256',
    // With max_age, a provider has to state when it authenticated the person (OpenID Connect Core 1.0, 3.1.2.1), and authenticates them
    // again if that was longer ago than a session lasts.
    max_age: String(confirms === null ? MAX_SESSION_MS / 1000 : 0),
  }).href
}
