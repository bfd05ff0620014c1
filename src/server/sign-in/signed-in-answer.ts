/** The response to a sign-in: the session, or the second step. */
import { t } from '../../core/index.ts'
import { needsCode } from '../../contract/index.ts'
import type { Answer, CodeNeededAnswer, SignInAnswer } from '../../contract/index.ts'

/** The message of a call that has none of its own is fixed: callers compare it. */
export function signedInAnswer(data: SignInAnswer, message = 'logging in'): Answer<SignInAnswer> {
  if (!needsCode(data)) return { data, message }
  return { data, message: askedFor(data) }
}

/** The message about the next step. */
export function askedFor({ sent, authenticators }: CodeNeededAnswer): string {
  if (sent !== undefined) return t('A code was sent to {to}.', { to: sent.to })
  return authenticators?.includes('app') === true ? t('Enter the code of your authenticator app.') : t('Use your passkey.')
}
