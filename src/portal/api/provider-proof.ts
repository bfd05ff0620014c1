/** Confirming at the identity provider: it happens in a window of its own, so that nothing that was typed here is lost, and that window reports how it went. */
import type { Answer, ProviderStartAnswer } from '../../contract/index.ts'
import { ApiError, call } from './client.ts'

const CHANNEL = 'dirisha-provider-proof'

/** What the other window reports: that it went well, or why not. */
export interface ProviderProof { refusal?: string }

/** Leads a new window to the provider, where the person shows who they are. Throws ApiError, also where the browser opens none. */
export async function openProviderProof(): Promise<void> {
  // With the click: a browser opens none behind a call.
  const opened = window.open('', '_blank', 'popup,width=520,height=720')
  if (opened === null) throw new ApiError(0, 'window-blocked', 'Your browser did not open a window. Allow windows of this portal, and try again.')
  try {
    const { data } = await call<Answer<ProviderStartAnswer>>({ method: 'POST', path: 'hrmis/auth/stepUp/provider', body: {} })
    opened.location.assign(data.address)
  } catch (error) {
    opened.close()
    throw error
  }
}

/** Reports to the window that waits how it went. */
export function sendProviderProof(proof: ProviderProof): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(proof)
  channel.close()
}

/** Hears how it went in the other window. Answers how to stop. */
export function onProviderProof(heard: (proof: ProviderProof) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<ProviderProof>) => heard(data)
  return () => channel.close()
}
