/** The browser's passkey operations. The library is loaded on first use. */
import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { t } from '../../core/index.ts'
import { ApiError } from './client.ts'

const CANCELLED = t('No passkey was used. Try again, or choose another way.')

/** Creates a passkey from the server's options. @throws ApiError if the user or the browser declined */
export async function makePasskey(options: object): Promise<object> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return asked(() => startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }))
}

/** Signs with a passkey. @throws ApiError if the user or the browser declined */
export async function signWithPasskey(options: object): Promise<object> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return asked(() => startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }))
}

/** Whether this browser supports passkeys at this address. */
export function hasPasskeys(): boolean {
  return window.isSecureContext && 'PublicKeyCredential' in window
}

async function asked(work: () => Promise<object>): Promise<object> {
  try {
    return await work()
  } catch (error) {
    const isKnown = error instanceof Error && error.name === 'InvalidStateError'
    throw new ApiError(0, 'passkey-cancelled', isKnown ? t('This device already has one of your passkeys.') : CANCELLED)
  }
}
