/**
 * Passkeys (WebAuthn): creates the options for the browser and verifies its responses. The private key never leaves the person’s device.
 */
import type * as WebAuthn from '@simplewebauthn/server'
import type { AuthenticationResponseJSON, AuthenticatorTransport, PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { isIP } from 'node:net'
import { isObject } from '../../../core/index.ts'
import { AppError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import type { Authenticator, NewPasskey } from '../../store/sign-in/authenticators.ts'
import { notePasskey } from '../../store/sign-in/authenticators.ts'
import type { Db } from '../../store/connection/database.ts'
import type { User } from '../../store/users/users.ts'

/** Loaded when the first passkey is asked for: it takes 30 MB. */
const webAuthn = (): Promise<typeof WebAuthn> => import('@simplewebauthn/server')

const NAME = 'Dirisha'
/** How long the browser waits for the person. */
const TIMEOUT_MS = 120_000
/** How long a response is accepted: slightly longer than the browser waits. */
export const NONCE_MS = TIMEOUT_MS + 60_000
/** Length limits of a credential id (WebAuthn level 3, sections 4 and 7.1): a short one could be guessed, or collide with another. */
const [MIN_ID_BYTES, MAX_ID_BYTES] = [16, 1_023]
const MAX_TEXT_LENGTH = 4_000

/** The relying party for passkeys: the site of PUBLIC_URL. Undefined if that is an IP address, for which browsers create no passkeys. */
export function siteOf({ config }: Pick<Services, 'config'>): { id: string; origin: string } | undefined {
  const { hostname, origin } = new URL(config.publicUrl)
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? { id: hostname, origin } : undefined
}

function requireSite(services: Pick<Services, 'config'>): { id: string; origin: string } {
  const site = siteOf(services)
  if (site === undefined) throw new AppError('passkeys-not-here')
  return site
}

/**
 * The options for the browser to create a passkey; the caller stores its `challenge` to verify the response. @throws AppError
 * passkeys-not-here
 */
export async function passkeyToMake(services: Services, user: User, known: Authenticator[]): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { id } = requireSite(services)
  return (await webAuthn()).generateRegistrationOptions({
    rpName: NAME, rpID: id, userName: user.email, userDisplayName: user.name, userID: new TextEncoder().encode(user.id), timeout: TIMEOUT_MS, attestationType: 'none',
    excludeCredentials: credentialsOf(known), authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  })
}

/** Verifies the browser's response and returns the new passkey. @throws AppError passkey-refused */
export async function madePasskey(services: Services, nonce: string, sent: unknown): Promise<Omit<NewPasskey, 'userId' | 'name' | 'now'>> {
  const { id, origin } = requireSite(services)
  const response = answerOf<RegistrationResponseJSON>(sent, ['clientDataJSON', 'attestationObject'])
  const { verified, registrationInfo } = await refusing(async () => (await webAuthn()).verifyRegistrationResponse({ response, expectedChallenge: nonce, expectedOrigin: origin, expectedRPID: id }))
  if (!verified || registrationInfo === undefined) throw new AppError('passkey-refused')
  const { credential } = registrationInfo
  const idLength = Buffer.from(credential.id, 'base64url').length
  if (idLength < MIN_ID_BYTES || idLength > MAX_ID_BYTES) throw new AppError('passkey-refused')
  return { credentialId: credential.id, publicKey: Buffer.from(credential.publicKey).toString('base64url'), signCount: credential.counter, transports: (credential.transports ?? []).slice(0, 10) }
}

/** The options for the browser to sign with one of the person’s passkeys; the caller stores its `challenge` to verify the response. */
export async function passkeyToAsk(services: Services, known: Authenticator[]): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return (await webAuthn()).generateAuthenticationOptions({ rpID: requireSite(services).id, allowCredentials: credentialsOf(known), timeout: TIMEOUT_MS, userVerification: 'required' })
}

/** Whether one of the person’s passkeys has signed the challenge and is not a copy. */
export async function isPasskeyRight(services: Services, db: Db, { nonce, sent, known }: { nonce: string; sent: unknown; known: Authenticator[] }): Promise<boolean> {
  const { id, origin } = requireSite(services)
  const response = answerOf<AuthenticationResponseJSON>(sent, ['clientDataJSON', 'authenticatorData', 'signature'])
  const passkey = known.find(({ kind, credential_id: credentialId }) => kind === 'passkey' && credentialId === response.id)
  if (passkey === undefined) return false
  const credential = { id: response.id, publicKey: new Uint8Array(Buffer.from(passkey.public_key ?? '', 'base64url')), counter: Number(passkey.sign_count) }
  // The library also throws if the counter has not increased, the sign of a copied passkey.
  const checked = await (await webAuthn()).verifyAuthenticationResponse({ response, expectedChallenge: nonce, expectedOrigin: origin, expectedRPID: id, credential }).catch(() => undefined)
  return checked?.verified === true && notePasskey(db, passkey.id, checked.authenticationInfo.newCounter, services.clock.now())
}

function credentialsOf(known: Authenticator[]): { id: string; transports?: AuthenticatorTransport[] }[] {
  return known.flatMap(({ kind, credential_id: id, transports }) => (kind === 'passkey' && id !== null ? [{ id, transports: transports as AuthenticatorTransport[] }] : []))
}

/** The browser's response, with only those properties that the library assumes are present. */
function answerOf<T extends RegistrationResponseJSON | AuthenticationResponseJSON>(sent: unknown, texts: string[]): T {
  const isText = (value: unknown): boolean => typeof value === 'string' && value.length <= MAX_TEXT_LENGTH
  const { response } = isObject(sent) ? sent : {}
  if (!isObject(sent) || !isText(sent['id']) || !isText(sent['rawId']) || !isObject(response) || !texts.every((name) => isText(response[name]))) throw new AppError('passkey-refused')
  const transports = Array.isArray(response['transports']) ? response['transports'].filter(isText).map((one) => String(one).slice(0, 20)) : []
  const own = Object.fromEntries(texts.map((name) => [name, response[name]]))
  return { id: sent['id'], rawId: sent['rawId'], type: sent['type'], clientExtensionResults: {}, response: { ...own, transports } } as unknown as T
}

/** The library throws when it rejects a response. */
async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch {
    throw new AppError('passkey-refused')
  }
}
