/**
 * Step-up at the identity provider. It runs in a separate window, so that nothing typed here is lost, and that window reports the outcome.
 */
import { t } from '../../core/index.ts'
import type { Answer, ProviderStartAnswer } from '../../contract/index.ts'
import { ApiError, call } from './client.ts'

const CHANNEL = 'dirisha-provider-proof'

/** The outcome that the other window reports: success, or the reason for the refusal. */
export interface ProviderProof { refusal?: string }

/** Opens the identity provider in a new window for the step-up. @throws ApiError, also if the browser blocks the window */
export async function openProviderProof(): Promise<void> {
  // Opened within the click: browsers block windows that are opened after a call.
  const opened = window.open('', '_blank', 'popup,width=520,height=720')
  if (opened === null) throw new ApiError(0, 'window-blocked', t('Your browser did not open a window. Allow windows of this portal, and try again.'))
  try {
    const { data } = await call<Answer<ProviderStartAnswer>>({ method: 'POST', path: 'hrmis/auth/stepUp/provider', body: {} })
    opened.location.assign(data.address)
  } catch (error) {
    opened.close()
    throw error
  }
}

/** Reports the outcome to the waiting window. */
export function sendProviderProof(proof: ProviderProof): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(proof)
  channel.close()
}

/** Calls `heard` with the outcome from the other window. Returns a function that stops listening. */
export function onProviderProof(heard: (proof: ProviderProof) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<ProviderProof>) => heard(data)
  return () => channel.close()
}
