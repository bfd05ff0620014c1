/** What a sign-in answers: the session, or where the code went. */
import { needsCode } from '../../contract/index.ts'
import type { Answer, CodeNeededAnswer, SignInAnswer } from '../../contract/index.ts'

/** With the words of the specification, or with `message` where the call has its own. */
export function signedInAnswer(data: SignInAnswer, message = 'logging in'): Answer<SignInAnswer> {
  if (!needsCode(data)) return { data, message }
  return { data, message: askedFor(data) }
}

/** Says what is asked for next. */
export function askedFor({ sent, authenticators }: CodeNeededAnswer): string {
  if (sent !== undefined) return `A code was sent to ${sent.to}.`
  return authenticators?.includes('app') === true ? 'Enter the code of your authenticator app.' : 'Use your passkey.'
}
