/** What the browser does with passkeys. Its code comes when somebody uses one. */
import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { ApiError } from './client.ts'

const CANCELLED = 'No passkey was used. Try again, or choose another way.'

/** Has a passkey made, for the answer of the server's options. Throws ApiError when the person or the browser did not. */
export async function makePasskey(options: object): Promise<object> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return asked(() => startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }))
}

/** Has a passkey sign. Throws ApiError when the person or the browser did not. */
export async function signWithPasskey(options: object): Promise<object> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return asked(() => startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }))
}

/** Whether this browser has passkeys at this address. */
export function hasPasskeys(): boolean {
  return window.isSecureContext && 'PublicKeyCredential' in window
}

async function asked(work: () => Promise<object>): Promise<object> {
  try {
    return await work()
  } catch (error) {
    const isKnown = error instanceof Error && error.name === 'InvalidStateError'
    throw new ApiError(0, 'passkey-cancelled', isKnown ? 'This device holds a passkey of yours already.' : CANCELLED)
  }
}
