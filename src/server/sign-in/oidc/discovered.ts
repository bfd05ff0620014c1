/** Fetches provider metadata (OpenID Connect Discovery) on sign-in and caches it for an hour. */
import type { ClientAuth, Configuration, CustomFetch } from 'openid-client'
import { API_PREFIX } from '../../../contract/index.ts'
import type { Config, ProviderConfig } from '../../config.ts'
import { AppError } from '../../errors.ts'
import type { Services } from '../../services.ts'

const KEPT_MS = 60 * 60_000
const TIMEOUT_S = 8
/** Metadata, keys and tokens of providers in use are some ten kilobytes. */
const MAX_BYTES = 500_000

const known = new WeakMap<ProviderConfig, { until: number; configuration: Promise<Configuration> }>()

/** Fetches once for concurrent callers, and again after a failure. @throws AppError provider-unavailable */
export async function discovered({ clock, log }: Pick<Services, 'clock' | 'log'>, provider: ProviderConfig): Promise<Configuration> {
  const now = clock.now().getTime()
  let kept = known.get(provider)
  // If the clock was set back, the entry would stay cached for longer than an hour.
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
  // Uses client_secret_basic if the provider supports it, which is the default if its metadata does not say (OpenID Connect Core 1.0, 9).
  const [basic, post] = [client.ClientSecretBasic(clientSecret), client.ClientSecretPost(clientSecret)]
  const authenticate: ClientAuth = (server, ...request) => (server.token_endpoint_auth_methods_supported?.includes('client_secret_basic') === false ? post : basic)(server, ...request)
  return client.discovery(new URL(issuer), clientId, undefined, authenticate, {
    timeout: TIMEOUT_S,
    [client.customFetch]: fetchBounded,
    // Tokens come directly from the provider, but a proxy in between may terminate TLS, so their signatures are verified as well.
    execute: [client.enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : [])],
  })
}

/** Fails once more than MAX_BYTES of an answer have arrived: the library reads any answer into memory in full. */
async function fetchBounded(...[url, options]: Parameters<CustomFetch>): Promise<Response> {
  const { body, status, statusText, headers } = await fetch(url, options as RequestInit)
  let left = MAX_BYTES
  const bounded = body?.pipeThrough(new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      left -= chunk.byteLength
      if (left < 0) throw new Error(`The identity provider answered more than ${MAX_BYTES} bytes.`)
      controller.enqueue(chunk)
    },
  }))
  return new Response(bounded ?? null, { status, statusText, headers })
}

/** The redirect URI. Each provider has its own, so that none can pass off another's response as its own (RFC 9700, 4.4.2). */
export function returnAddress({ publicUrl }: Pick<Config, 'publicUrl'>, { key }: Pick<ProviderConfig, 'key'>): string {
  return `${publicUrl}${API_PREFIX}/hrmis/auth/oidc/callback${key === '' ? '' : `/${key}`}`
}

/** The reason for the log: the library's own messages and codes, without anything sent or received. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const cause = error.cause instanceof Error ? ` (${reasonOf(error.cause)})` : ''
  return `${[codeOf(error), error.message].filter((part) => part !== undefined).join(' ')}${cause}`
}

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
