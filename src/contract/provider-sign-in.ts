/** Sign-in with an identity provider (OpenID Connect), in addition to the calls of session.ts. */
import { texts } from '../core/index.ts'

/**
 * The portal page to which a sign-in at a provider returns, with `#code=…` or `#refused=<key of PROVIDER_REFUSALS>`. A step-up confirmation
 * returns with `#confirmed=1` or `#unconfirmed=<key>`.
 */
export const PROVIDER_PAGE = '/auth/oidc'

/** The portal page to which a sign-out at a provider returns. */
export const SIGNED_OUT_PAGE = '/auth/login'

/** Why a user returns from a provider without being signed in, as messages for people. The provider's own message is never shown. */
export const PROVIDER_REFUSALS = texts({
  'provider-lost': 'This sign-in was not started in this browser. Please start again.',
  'provider-late': 'The sign-in took longer than ten minutes. Please start again.',
  'provider-used': 'This sign-in has been used already. Please start again.',
  'provider-declined': 'You were not signed in: it was cancelled, or not allowed.',
  'provider-refused': 'The sign-in could not be confirmed. Start again, and if the problem persists, tell your administrator.',
  'provider-unavailable': 'Your organisation’s sign-in is not responding. Try again in a moment.',
  'provider-no-account': 'You have no account here, or it is closed. Ask your administrator.',
  'provider-unverified': 'Your e-mail is not confirmed where you signed in. Confirm it there, then sign in again.',
  'provider-not-asked': 'Your organisation’s sign-in did not ask you to sign in again, so we cannot be sure that it is you. Sign out, sign in again, and add an authenticator under Security.',
  'provider-not-enough': 'You now have an authenticator, so your organisation’s sign-in alone is no longer enough. Close this, try again and use your authenticator.',
  'provider-other-person': 'You signed in as somebody else there. Confirm with your own account.',
  'provider-busy': 'Too many sign-ins at once. Wait a moment and try again.',
  'provider-failed': 'Something went wrong on our side. Please start again.',
} as const)
export type ProviderRefusal = keyof typeof PROVIDER_REFUSALS
