import { t } from '../../../core/index.ts'
/** The result of a sign-in at an identity provider: a code in the page's address, or a reason for the refusal. */
import { PROVIDER_REFUSALS } from '../../../contract/index.ts'
import type { ProviderProof } from '../../api/provider-proof.ts'

export interface ProviderReturn { code?: string; refusal?: string; /** For a signed-in user: the outcome of the step-up. */ proof?: ProviderProof }

/** Parses the part of an address after its #. An unknown refusal gets a general message, because anyone can craft an address. */
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
  return t<string>(isKnown(refused) ? PROVIDER_REFUSALS[refused] : PROVIDER_REFUSALS['provider-refused'])
}

function isKnown(refused: string): refused is keyof typeof PROVIDER_REFUSALS {
  return Object.hasOwn(PROVIDER_REFUSALS, refused)
}

/** The refusal that the sign-in page should show, from the state of its location; null if there is none. */
export function refusalIn(state: unknown): string | null {
  const { refusal } = (state ?? {}) as { refusal?: unknown }
  return typeof refusal === 'string' ? refusal : null
}
