/** Sign-in on the wire. */
import type { JsonObject } from '../core/index.ts'
import { ImageAddresses } from './settings.ts'
import { allOf, described, anyOf, boolean, instant, integer, list, mapOf, nullable, named, narrowed, object, optional, record, secret, text, typed, enumOf, type TypeOf } from './schema.ts'

export const LoginRequest = object({ email: text, password: secret, device_name: optional(text) })
export type LoginRequest = TypeOf<typeof LoginRequest>
export const WindowsLoginRequest = object({
  username: text, password: secret, company: optional(described(text, 'The company chosen on the sign-in page; it only matters if several use Windows accounts.')), device_name: optional(text),
})
export type WindowsLoginRequest = TypeOf<typeof WindowsLoginRequest>

export const SessionUser = named('User', object({
  id: text, name: text, email: text, username: nullable(text), employee: nullable(text), gender: nullable(text), default_company: text,
  email_verified_at: described(nullable(text), 'When a mailed link was used; null until then.'),
  is_admin: boolean, is_approver: boolean, is_navuser: boolean, roles: list(text),
  needs_authenticator: described(boolean, 'The company requires an authenticator and the user has none: every call except to set one up is refused with authenticator-needed.'),
  captions: mapOf(text), profile: object({ portalAdmin: boolean }),
}))
export type SessionUser = TypeOf<typeof SessionUser>

export const LoginAnswer = object({ token: described(text, 'The session token. If the client requested a cookie, the cookie holds the token and this is the proof.'), user: SessionUser })
export type LoginAnswer = TypeOf<typeof LoginAnswer>

const AuthenticatorKind = enumOf(['app', 'passkey'])
export type AuthenticatorKind = TypeOf<typeof AuthenticatorKind>

export const CodeSent = object({
  channel: enumOf(['sms', 'email']), to: described(text, 'Masked.'), minutes: described(integer, 'How many minutes the code is valid.'),
  expiresAt: instant, resendAt: described(instant, 'When another code may be requested.'),
})
export type CodeSent = TypeOf<typeof CodeSent>

/** The first step succeeded and a code has been sent, or an authenticator is required. */
export const CodeNeededAnswer = object({
  user: object({ name: text, email: described(text, 'Masked.') }),
  challenge: described(text, 'Identifies this sign-in in the next call; gives no access by itself.'),
  sent: optional(CodeSent),
  authenticators: optional(described(list(AuthenticatorKind), 'In place of sent: the authenticators of the user. Send a code from an app, or a recovery code, to 2fa/verify.')),
  minutes: optional(described(integer, 'With authenticators: how many minutes a response is accepted.')),
})
export type CodeNeededAnswer = TypeOf<typeof CodeNeededAnswer>
export const SignInAnswer = anyOf(LoginAnswer, CodeNeededAnswer)
export type SignInAnswer = TypeOf<typeof SignInAnswer>

const AuthenticatorAnswer = object({ id: text, kind: AuthenticatorKind, name: text, addedAt: instant, usedAt: nullable(instant) })
/** One of the user's authenticators. */
export type AuthenticatorAnswer = TypeOf<typeof AuthenticatorAnswer>

const ProofWay = enumOf(['passkey', 'app', 'recovery', 'password', 'provider'])
/** A way to prove one's identity. */
export type ProofWay = TypeOf<typeof ProofWay>

export const AuthenticatorsAnswer = object({
  authenticators: list(AuthenticatorAnswer), recoveryCodes: described(integer, 'How many recovery codes are left.'),
  isRequired: described(boolean, 'Whether the company requires one.'), offersPasskeys: described(boolean, 'Whether passkeys can be created at the address of this portal.'),
  ways: list(ProofWay), max: described(integer, 'How many authenticators a user may have.'),
})
export type AuthenticatorsAnswer = TypeOf<typeof AuthenticatorsAnswer>
/** An authenticator app scans the address as a QR code, or the user types the secret. It takes effect once its first code is received. */
export const AppToSetUp = object({ id: text, secret: text, address: text })
export type AppToSetUp = TypeOf<typeof AppToSetUp>
export const RecoveryCodesAnswer = object({ recoveryCodes: described(list(text), 'Shown once; empty if the existing ones stay valid.') })
export type RecoveryCodesAnswer = TypeOf<typeof RecoveryCodesAnswer>
/** WebAuthn in JSON: the options for which the browser creates a passkey or signs with one, and the browser's response. */
export const PasskeyOptions = described(record, 'WebAuthn options for the browser, as JSON.')
export const PasskeyResponse = described(record, 'The browser’s response to the WebAuthn options, as JSON.')
export const StepUpAnswer = object({ ways: list(ProofWay) })
export type StepUpAnswer = TypeOf<typeof StepUpAnswer>
export const LogoutAnswer = nullable(object({ address: described(narrowed(text, { format: 'uri' }), 'Where to send the browser to sign out at the identity provider as well.') }))
export type LogoutAnswer = TypeOf<typeof LogoutAnswer>
export const StepUpDone = object({ until: instant })
export type StepUpDone = TypeOf<typeof StepUpDone>

export const VerifyRequest = object({ challenge: text, code: text })
export type VerifyRequest = TypeOf<typeof VerifyRequest>
export const ResendAnswer = object({ message: text, sent: CodeSent })
export type ResendAnswer = TypeOf<typeof ResendAnswer>

export const SetPasswordRequest = object({ token: text, password: secret, password_confirmation: optional(secret) })
export type SetPasswordRequest = TypeOf<typeof SetPasswordRequest>
export const ChangePasswordRequest = object({ current_password: secret, password: secret, password_confirmation: optional(secret) })
export type ChangePasswordRequest = TypeOf<typeof ChangePasswordRequest>
/** A link that is still valid. */
export const LinkAnswer = object({ purpose: enumOf(['activation', 'reset']), email: described(text, 'Masked.'), minLength: integer, expiresAt: instant })
export type LinkAnswer = TypeOf<typeof LinkAnswer>

/** An active session of the user. */
export const SessionAnswer = named('Session', object({ id: text, device: text, ip: nullable(text), startedAt: instant, seenAt: instant, current: boolean, company: text }))
export type SessionAnswer = TypeOf<typeof SessionAnswer>

export const SetCompanyRequest = object({ default_company: text })
export type SetCompanyRequest = TypeOf<typeof SetCompanyRequest>
/** The user in the new company, with the token that replaces the old one; or a request for a code, if only the new company requires one. */
export const SwitchAnswer = anyOf(allOf(SessionUser, object({ token: text })), CodeNeededAnswer)
export type SwitchAnswer = TypeOf<typeof SwitchAnswer>

export const CompanyAnswer = named('Company', object({
  id: text, name: text, displayName: text, base64Logo: described(nullable(text), 'A logo imported from another system.'), currency: text, isWindowsAuth: boolean,
  switch_company: described(boolean, 'Whether the user may switch company. It is enough that one of the user’s companies allows it.'),
  provider: described(nullable(object({ name: text, isOnly: boolean })), 'The identity provider with which its people sign in, besides a password or instead of one; null if it has none.'),
  images: ImageAddresses, colours: described(typed<JsonObject>(mapOf(text)), 'The colours that the company has set, by name; for the others the portal’s defaults apply.'),
}))
export type CompanyAnswer = TypeOf<typeof CompanyAnswer>

/** An entry of the sign-in log. */
export const SignInRecord = object({
  id: integer, at: instant, outcome: described(text, 'Kind of the event: signed-in, sign-in-failed, locked-out, signed-out, code-sent, code-failed …'),
  name: nullable(text), who: text, by: described(nullable(text), 'Who did it, or handed out the link that was used, if not the user.'),
  ip: described(nullable(text), 'Also null, like device, if the reader may not know where that account is signed in.'), device: nullable(text), detail: nullable(text),
})
export type SignInRecord = TypeOf<typeof SignInRecord>

export const ProviderStartRequest = object({ company: optional(described(text, 'Code of the company chosen on the sign-in page; defaults to the first one.')) })
export type ProviderStartRequest = TypeOf<typeof ProviderStartRequest>
export const ProviderStartAnswer = object({ address: narrowed(text, { format: 'uri' }) })
export type ProviderStartAnswer = TypeOf<typeof ProviderStartAnswer>
/** The code works once, within two minutes, in the browser that started the sign-in. */
export const ProviderLoginRequest = object({ code: secret, device_name: optional(text) })
export type ProviderLoginRequest = TypeOf<typeof ProviderLoginRequest>
