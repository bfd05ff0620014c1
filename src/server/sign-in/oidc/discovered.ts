/** What a provider says of itself (OpenID Connect Discovery), asked for when somebody signs in and kept for an hour. */
import type { ClientAuth, Configuration } from 'openid-client'
import { API_PREFIX } from '../../../contract/index.ts'
import type { Config, ProviderConfig } from '../../config.ts'
import { AppError } from '../../errors.ts'
import type { Services } from '../../services.ts'

const KEPT_MS = 60 * 60_000
const TIMEOUT_S = 8

const known = new WeakMap<ProviderConfig, { until: number; configuration: Promise<Configuration> }>()

/** Asks at most once at a time, and again after a failure. Throws AppError provider-unavailable. */
export async function discovered({ clock, log }: Pick<Services, 'clock' | 'log'>, provider: ProviderConfig): Promise<Configuration> {
  const now = clock.now().getTime()
  let kept = known.get(provider)
  // Of a clock that was set back it would be kept for longer than an hour.
  if (kept === undefined || kept.until <= now || kept.until > now + KEPT_MS) {
    kept = { until: now + KEPT_MS, configuration: discover(provider) }
    known.set(provider, kept)
  }
  try {
    return await kept.configuration
  } catch (error) {
    if (known.get(provider) === kept) known.delete(provider)
    log.error({ issuer: provider.issuer, reason: reasonOf(error) }, 'the identity provider could not be asked')
    throw new AppError('provider-unavailable')
  }
}

async function discover({ issuer, clientId, clientSecret }: ProviderConfig): Promise<Configuration> {
  const client = await import('openid-client')
  // By the header where the provider takes that, which is what is meant when it says nothing (OpenID Connect Core 1.0, 9).
  const [basic, post] = [client.ClientSecretBasic(clientSecret), client.ClientSecretPost(clientSecret)]
  const authenticate: ClientAuth = (server, ...request) => (server.token_endpoint_auth_methods_supported?.includes('client_secret_basic') === false ? post : basic)(server, ...request)
  return client.discovery(new URL(issuer), clientId, undefined, authenticate, {
    timeout: TIMEOUT_S,
    // Tokens come straight from the provider, but what stands between may be a proxy that ends TLS: their signatures are looked at as well.
    execute: [client.enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : [])],
  })
}

/** Where the provider sends people back to: an address for each provider, so that none can pass off the answer of another as its own (RFC 9700, 4.4.2). */
export function returnAddress({ publicUrl }: Pick<Config, 'publicUrl'>, { key }: Pick<ProviderConfig, 'key'>): string {
  return `${publicUrl}${API_PREFIX}/hrmis/auth/oidc/callback${key === '' ? '' : `/${key}`}`
}

/** What went wrong, for the log: the library's own words and codes, nothing of what was sent or answered. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const cause = error.cause instanceof Error ? ` (${[codeOf(error.cause), error.cause.message].filter((part) => part !== undefined).join(' ')})` : ''
  return `${[codeOf(error), error.message].filter((part) => part !== undefined).join(' ')}${cause}`
}

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
