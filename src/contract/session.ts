import type { JsonObject } from '../core/index.ts'
import type { ImageAddresses } from './images.ts'

/**
 * Sign-in on the wire. Calls marked "public" need no token.
 *
 *   POST hrmis/auth/login            public  LoginRequest        -> SignInAnswer
 *   POST hrmis/auth/windows/login    public  WindowsLoginRequest -> SignInAnswer
 *   POST hrmis/auth/2fa/verify       public  VerifyRequest       -> LoginAnswer
 *   POST hrmis/auth/2fa/resend       public  { challenge }       -> ResendAnswer
 *   POST hrmis/auth/2fa/passkey/options  public  { challenge }   -> what the browser has a passkey sign (WebAuthn, PublicKeyCredentialRequestOptionsJSON)
 *   POST hrmis/auth/2fa/passkey      public  { challenge, response }  -> LoginAnswer
 *   GET  hrmis/auth/2fa/otp_minutes  public  ?company=           -> { minutes }
 *   POST hrmis/auth/requestCredentials | resetPassword | signup  public  { email } -> null; the message is the same for every e-mail
 *   GET  hrmis/auth/setPassword/<token>  public                  -> LinkAnswer; 404 link-unknown, 410 link-used | link-expired
 *   POST hrmis/auth/setPassword      public  SetPasswordRequest  -> SignInAnswer
 *   POST hrmis/auth/changePassword           ChangePasswordRequest -> null; other sessions end
 *   GET  hrmis/auth/session                                      -> { user: SessionUser }
 *   GET  hrmis/auth/sessions                                     -> SessionAnswer[]
 *   POST hrmis/auth/sessions/<id>/revoke                         -> null
 *   POST hrmis/auth/sessions/revokeOthers                        -> { ended }
 *   POST hrmis/auth/setCompany               SetCompanyRequest   -> SwitchAnswer; the old token ends
 *   GET  hrmis/auth/authenticators                               -> AuthenticatorsAnswer
 *   POST hrmis/auth/authenticators/app       { name }            -> AppToSetUp
 *   POST hrmis/auth/authenticators/app/confirm  { id, code }     -> RecoveryCodesAnswer
 *   POST hrmis/auth/authenticators/passkey/options               -> what the browser makes a passkey from
 *   POST hrmis/auth/authenticators/passkey   { name, response }  -> RecoveryCodesAnswer
 *   POST hrmis/auth/authenticators/remove    { id }              -> null
 *   POST hrmis/auth/authenticators/recoveryCodes                 -> RecoveryCodesAnswer
 *   GET  hrmis/auth/stepUp                                       -> StepUpAnswer
 *   POST hrmis/auth/stepUp                   { password } or { code }  -> StepUpDone; calls that answered step-up-needed then go through
 *   POST hrmis/auth/stepUp/passkey/options                       -> what the browser has a passkey sign
 *   POST hrmis/auth/stepUp/passkey           { response }        -> StepUpDone
 *   POST hrmis/auth/logout                                       -> LogoutAnswer
 *   GET  company                     public or with a token  ?company=  -> CompanyAnswer
 *   GET  company/companies           public or with a token      -> CompanyAnswer[]; without a token all that can be signed in to
 *   GET  admin/signins               administrators  ?cursor=&limit=&search= -> list of SignInRecord
 */

/** `device_name` is free. */
export interface LoginRequest { email: string; password: string; device_name?: string }
/** `company` is the one chosen on the sign-in page; it only matters where several use Windows accounts. */
export interface WindowsLoginRequest { username: string; password: string; company?: string; device_name?: string }

export interface SessionUser {
  id: string; name: string; email: string; username: string | null; employee: string | null; gender: string | null; default_company: string
  /** ISO instant at which a mailed link was used; null before. */
  email_verified_at: string | null
  is_admin: boolean; is_approver: boolean; is_navuser: boolean; roles: string[]
  /** The company asks for an authenticator and the person has none: every call but setting one up is refused with authenticator-needed. */
  needs_authenticator: boolean
  captions: Record<string, string>; profile: { portalAdmin: boolean }
}

/** A session has begun. For who asked for a cookie (session-cookie.ts) the token is in that, and in its place here stands the proof. */
export interface LoginAnswer { token: string; user: SessionUser }

/** The first step was right and a code is on its way, or an authenticator is asked for. `challenge` names this sign-in for the next call and opens nothing by itself. */
export interface CodeNeededAnswer {
  user: { name: string; email: string /* masked: z•••i@uwezo.example */ }
  challenge: string
  /** Where the code went. */
  sent?: CodeSent
  /** In its place: what the person has. A code of an app, or a recovery code, goes to 2fa/verify. */
  authenticators?: AuthenticatorKind[]
  /** With `authenticators`: for how many minutes an answer is taken. */
  minutes?: number
}
export type AuthenticatorKind = 'app' | 'passkey'

export interface CodeSent {
  channel: 'sms' | 'email'
  /** Masked: `•••• 123` or `z•••i@uwezo.example`. */
  to: string
  /** For how many minutes the code holds. */
  minutes: number
  /** ISO instants: end of the code, and from when another may be asked for. */
  expiresAt: string
  resendAt: string
}
export type SignInAnswer = LoginAnswer | CodeNeededAnswer

/** Whether a code is asked for before the session begins. */
export function needsCode(answer: SignInAnswer): answer is CodeNeededAnswer {
  return 'challenge' in answer
}

/** One of the person's authenticators; ISO instants. */
export interface AuthenticatorAnswer { id: string; kind: AuthenticatorKind; name: string; addedAt: string; usedAt: string | null }
export interface AuthenticatorsAnswer {
  authenticators: AuthenticatorAnswer[]
  /** How many are left. */
  recoveryCodes: number
  /** The company asks for one. */
  isRequired: boolean
  /** Whether passkeys can be made at the address of this portal. */
  offersPasskeys: boolean
  ways: ProofWay[]
  /** How many somebody may have. */
  most: number
}
/** An app reads the address from a picture, or the secret is typed; it counts once its first code has come. */
export interface AppToSetUp { id: string; secret: string; address: string }
/** Empty unless they are new: they are shown once. */
export interface RecoveryCodesAnswer { recoveryCodes: string[] }
/** How somebody shows who they are. */
export type ProofWay = 'passkey' | 'app' | 'recovery' | 'password' | 'provider'
export interface StepUpAnswer { ways: ProofWay[] }
/** Where the browser is led to be signed out at the identity provider too; null where it is not. */
export type LogoutAnswer = { address: string } | null
export interface StepUpDone { /** ISO instant. */ until: string }

export interface VerifyRequest { challenge: string; code: string }
export interface ResendAnswer { message: string; sent: CodeSent }

export interface SetPasswordRequest { token: string; password: string; password_confirmation?: string }
export interface ChangePasswordRequest { current_password: string; password: string; password_confirmation?: string }
/** A link that can be used now. */
export interface LinkAnswer { purpose: 'activation' | 'reset'; email: string /* masked */; minLength: number; expiresAt: string }

/** A live session of the person. */
export interface SessionAnswer { id: string; device: string; ip: string | null; startedAt: string; seenAt: string; current: boolean; company: string }

export interface SetCompanyRequest { default_company: string }
/** The user in the new company with the token that replaces the old one; or a code is needed, where only the new company asks for one. */
export type SwitchAnswer = (SessionUser & { token: string }) | CodeNeededAnswer

export interface CompanyAnswer {
  id: string; name: string; displayName: string; base64Logo: string | null; currency: string; isWindowsAuth: boolean
  /** Whether the person may change company, which one of theirs is enough for: of the company of the session to another, of another to it. */
  switch_company: boolean
  /** The identity provider that its people sign in with, beside a password or instead of one; null where it has none. */
  provider: { name: string; isOnly: boolean } | null
  /** Addresses of its pictures; `base64Logo` is a logo that was brought along from elsewhere. */
  images: ImageAddresses
  /** The colours that the company has set, by name; what it has not set is as the portal has it. */
  colours: JsonObject
}

/** One line of the sign-in log. `outcome` is the kind of the event: signed-in, sign-in-failed, locked-out, signed-out, code-sent, code-failed … `by`: who did it, or handed out the link that was used, where it was not the person. `ip` and `device` are null also where it is not the reader's to know where that account is signed in. */
export interface SignInRecord { id: number; at: string; outcome: string; name: string | null; who: string; by: string | null; ip: string | null; device: string | null; detail: string | null }

export const MIN_PASSWORD = 8
export const CODE_DIGITS = 6
