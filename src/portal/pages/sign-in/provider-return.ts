/** What an identity provider's answer leads to: a code in the address of the page, or why there is none. */
import { PROVIDER_REFUSALS } from '../../../contract/index.ts'
import type { ProviderProof } from '../../api/provider-proof.ts'

export interface ProviderReturn { code?: string; refusal?: string; /** Of somebody who is signed in: how their confirmation went. */ proof?: ProviderProof }

/** The part of an address behind its #. Of what is no known refusal a general one is shown: an address may be anybody's. */
export function readReturn(hash: string): ProviderReturn {
  const parameters = new URLSearchParams(hash.replace(/^#/, ''))
  const [code, refused] = [parameters.get('code'), parameters.get('refused')]
  if (code) return { code }
  if (parameters.get('confirmed') === '1') return { proof: {} }
  const unconfirmed = parameters.get('unconfirmed')
  if (unconfirmed !== null) return { proof: { refusal: sentenceOf(unconfirmed) } }
  return refused === null ? {} : { refusal: sentenceOf(refused) }
}

function sentenceOf(refused: string): string {
  return isKnown(refused) ? PROVIDER_REFUSALS[refused] : PROVIDER_REFUSALS['provider-refused']
}

function isKnown(refused: string): refused is keyof typeof PROVIDER_REFUSALS {
  return Object.hasOwn(PROVIDER_REFUSALS, refused)
}

/** What the sign-in page is handed to say, out of the state of its address; null when nothing. */
export function refusalIn(state: unknown): string | null {
  const { refusal } = (state ?? {}) as { refusal?: unknown }
  return typeof refusal === 'string' ? refusal : null
}
