/** Sign-in on the wire. */
import type { JsonObject } from '../core/index.ts'
import { ImageAddresses } from './settings.ts'
import { allOf, described, either, flag, instant, integer, list, mapOf, maybe, named, narrowed, object, optional, record, secret, text, typed, wordOf, type Of } from './schema.ts'

export const LoginRequest = object({ email: text, password: secret, device_name: optional(text) })
export type LoginRequest = Of<typeof LoginRequest>
export const WindowsLoginRequest = object({
  username: text, password: secret, company: optional(described(text, 'The one chosen on the sign-in page; it only matters where several use Windows accounts.')), device_name: optional(text),
})
export type WindowsLoginRequest = Of<typeof WindowsLoginRequest>

export const SessionUser = named('User', object({
  id: text, name: text, email: text, username: maybe(text), employee: maybe(text), gender: maybe(text), default_company: text,
  email_verified_at: described(maybe(text), 'When a mailed link was used; null before.'),
  is_admin: flag, is_approver: flag, is_navuser: flag, roles: list(text),
  needs_authenticator: described(flag, 'The company asks for an authenticator and the person has none: every call but setting one up is refused with authenticator-needed.'),
  captions: mapOf(text), profile: object({ portalAdmin: flag }),
}))
export type SessionUser = Of<typeof SessionUser>

export const LoginAnswer = object({ token: described(text, 'For who asked for a cookie the token is in that, and here stands the proof.'), user: SessionUser })
export type LoginAnswer = Of<typeof LoginAnswer>

const AuthenticatorKind = wordOf(['app', 'passkey'])
export type AuthenticatorKind = Of<typeof AuthenticatorKind>

export const CodeSent = object({
  channel: wordOf(['sms', 'email']), to: described(text, 'Masked.'), minutes: described(integer, 'For how many the code holds.'),
  expiresAt: instant, resendAt: described(instant, 'From when another may be asked for.'),
})
export type CodeSent = Of<typeof CodeSent>

/** The first step succeeded and a code has been sent, or an authenticator is required. */
export const CodeNeededAnswer = object({
  user: object({ name: text, email: described(text, 'Masked.') }),
  challenge: described(text, 'Names this sign-in for the next call and opens nothing by itself.'),
  sent: optional(CodeSent),
  authenticators: optional(described(list(AuthenticatorKind), 'In the place of sent: what the person has. A code of an app, or a recovery code, goes to 2fa/verify.')),
  minutes: optional(described(integer, 'With authenticators: for how many an answer is taken.')),
})
export type CodeNeededAnswer = Of<typeof CodeNeededAnswer>
export const SignInAnswer = either(LoginAnswer, CodeNeededAnswer)
export type SignInAnswer = Of<typeof SignInAnswer>

const AuthenticatorAnswer = object({ id: text, kind: AuthenticatorKind, name: text, addedAt: instant, usedAt: maybe(instant) })
/** One of the user's authenticators. */
export type AuthenticatorAnswer = Of<typeof AuthenticatorAnswer>

const ProofWay = wordOf(['passkey', 'app', 'recovery', 'password', 'provider'])
/** A way to prove one's identity. */
export type ProofWay = Of<typeof ProofWay>

export const AuthenticatorsAnswer = object({
  authenticators: list(AuthenticatorAnswer), recoveryCodes: described(integer, 'How many are left.'),
  isRequired: described(flag, 'The company asks for one.'), offersPasskeys: described(flag, 'Whether passkeys can be made at the address of this portal.'),
  ways: list(ProofWay), max: described(integer, 'How many somebody may have.'),
})
export type AuthenticatorsAnswer = Of<typeof AuthenticatorsAnswer>
/** An authenticator app scans the address as a QR code, or the user types the secret. It takes effect once its first code is received. */
export const AppToSetUp = object({ id: text, secret: text, address: text })
export type AppToSetUp = Of<typeof AppToSetUp>
export const RecoveryCodesAnswer = object({ recoveryCodes: described(list(text), 'Shown once; empty where they are kept from before.') })
export type RecoveryCodesAnswer = Of<typeof RecoveryCodesAnswer>
/** WebAuthn in JSON: the options for which the browser creates a passkey or signs with one, and the browser's response. */
export const PasskeyOptions = described(record, 'Options of WebAuthn, in JSON, for the browser.')
export const PasskeyResponse = described(record, 'What the browser answered to the options, in JSON.')
export const StepUpAnswer = object({ ways: list(ProofWay) })
export type StepUpAnswer = Of<typeof StepUpAnswer>
export const LogoutAnswer = maybe(object({ address: described(narrowed(text, { format: 'uri' }), 'Where the browser is led to be signed out at the identity provider too.') }))
export type LogoutAnswer = Of<typeof LogoutAnswer>
export const StepUpDone = object({ until: instant })
export type StepUpDone = Of<typeof StepUpDone>

export const VerifyRequest = object({ challenge: text, code: text })
export type VerifyRequest = Of<typeof VerifyRequest>
export const ResendAnswer = object({ message: text, sent: CodeSent })
export type ResendAnswer = Of<typeof ResendAnswer>

export const SetPasswordRequest = object({ token: text, password: secret, password_confirmation: optional(secret) })
export type SetPasswordRequest = Of<typeof SetPasswordRequest>
export const ChangePasswordRequest = object({ current_password: secret, password: secret, password_confirmation: optional(secret) })
export type ChangePasswordRequest = Of<typeof ChangePasswordRequest>
/** A link that is still valid. */
export const LinkAnswer = object({ purpose: wordOf(['activation', 'reset']), email: described(text, 'Masked.'), minLength: integer, expiresAt: instant })
export type LinkAnswer = Of<typeof LinkAnswer>

/** An active session of the user. */
export const SessionAnswer = named('Session', object({ id: text, device: text, ip: maybe(text), startedAt: instant, seenAt: instant, current: flag, company: text }))
export type SessionAnswer = Of<typeof SessionAnswer>

export const SetCompanyRequest = object({ default_company: text })
export type SetCompanyRequest = Of<typeof SetCompanyRequest>
/** The user in the new company, with the token that replaces the old one; or a request for a code, if only the new company requires one. */
export const SwitchAnswer = either(allOf(SessionUser, object({ token: text })), CodeNeededAnswer)
export type SwitchAnswer = Of<typeof SwitchAnswer>

export const CompanyAnswer = named('Company', object({
  id: text, name: text, displayName: text, base64Logo: described(maybe(text), 'A logo that was brought along from elsewhere.'), currency: text, isWindowsAuth: flag,
  switch_company: described(flag, 'Whether the person may change company, which one of theirs is enough for: of the company of the session to another, of another to it.'),
  provider: described(maybe(object({ name: text, isOnly: flag })), 'The identity provider that its people sign in with, beside a password or instead of one; null where it has none.'),
  images: ImageAddresses, colours: described(typed<JsonObject>(mapOf(text)), 'The colours that the company has set, by name; what it has not set is as the portal has it.'),
}))
export type CompanyAnswer = Of<typeof CompanyAnswer>

/** An entry of the sign-in log. */
export const SignInRecord = object({
  id: integer, at: instant, outcome: described(text, 'The kind of the event: signed-in, sign-in-failed, locked-out, signed-out, code-sent, code-failed …'),
  name: maybe(text), who: text, by: described(maybe(text), 'Who did it, or handed out the link that was used, where it was not the person.'),
  ip: described(maybe(text), 'Null also where it is not the reader’s to know where that account is signed in; as is device.'), device: maybe(text), detail: maybe(text),
})
export type SignInRecord = Of<typeof SignInRecord>

export const ProviderStartRequest = object({ company: optional(described(text, 'Code of the company chosen on the sign-in page; the first one when not given.')) })
export type ProviderStartRequest = Of<typeof ProviderStartRequest>
export const ProviderStartAnswer = object({ address: narrowed(text, { format: 'uri' }) })
export type ProviderStartAnswer = Of<typeof ProviderStartAnswer>
/** The code works once, within two minutes, in the browser that started the sign-in. */
export const ProviderLoginRequest = object({ code: secret, device_name: optional(text) })
export type ProviderLoginRequest = Of<typeof ProviderLoginRequest>
