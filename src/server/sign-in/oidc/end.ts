import { setTimeout } from 'node:timers/promises'
import { SIGNED_OUT_PAGE } from '../../../contract/index.ts'
import type { Services } from '../../services.ts'
import type { ProviderSignIn } from '../../store/sign-in/provider-sign-ins.ts'
import { discovered } from './discovered.ts'

/** A person signing out waits for this, so a slow provider gets less time than at sign-in. */
const WAITS_MS = 1_500

/**
 * The URL that ends the person's session at the provider too (OpenID Connect RP-Initiated Logout 1.0); undefined if the provider offers
 * none or does not respond in time.
 */
export async function endAtProvider(services: Services, { provider: key, id_token: idToken }: Pick<ProviderSignIn, 'provider' | 'id_token'>): Promise<string | undefined> {
  const provider = services.config.providers[key]
  if (provider === undefined || idToken === null) return undefined
  // The failure is logged; the person has already signed out here.
  const configuration = await Promise.race([discovered(services, provider).catch(() => undefined), setTimeout(WAITS_MS, undefined, { ref: false })])
  if (configuration?.serverMetadata().end_session_endpoint === undefined) return undefined
  const { buildEndSessionUrl } = await import('openid-client')
  return buildEndSessionUrl(configuration, { id_token_hint: idToken, post_logout_redirect_uri: services.config.publicUrl + SIGNED_OUT_PAGE }).href
}
