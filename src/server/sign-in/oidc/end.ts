import { setTimeout } from 'node:timers/promises'
import { SIGNED_OUT_PAGE } from '../../../contract/index.ts'
import type { Services } from '../../services.ts'
import type { ProviderSignIn } from '../../store/provider-sign-ins.ts'
import { discovered } from './discovered.ts'

/** Who signs out waits for the answer: a provider that is slow gets less time than when somebody signs in. */
const WAITS_MS = 1_500

/** Where the browser is led to end the person's session at the provider too (OpenID Connect RP-Initiated Logout 1.0); undefined where that offers none, or does not answer soon. */
export async function endAtProvider(services: Services, { provider: key, id_token: idToken }: Pick<ProviderSignIn, 'provider' | 'id_token'>): Promise<string | undefined> {
  const provider = services.config.providers[key]
  if (provider === undefined || idToken === null) return undefined
  // It is logged; who signs out has done so here.
  const configuration = await Promise.race([discovered(services, provider).catch(() => undefined), setTimeout(WAITS_MS, undefined, { ref: false })])
  if (configuration?.serverMetadata().end_session_endpoint === undefined) return undefined
  const { buildEndSessionUrl } = await import('openid-client')
  return buildEndSessionUrl(configuration, { id_token_hint: idToken, post_logout_redirect_uri: services.config.publicUrl + SIGNED_OUT_PAGE }).href
}
