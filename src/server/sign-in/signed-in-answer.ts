/** What a sign-in answers: the session, or where the code went. */
import { needsCode } from '../../contract/index.ts'
import type { Answer, SignInAnswer } from '../../contract/index.ts'

/** With the words of the specification, or with `message` where the call has its own. */
export function signedInAnswer(data: SignInAnswer, message = 'logging in'): Answer<SignInAnswer> {
  if (!needsCode(data)) return { data, message }
  return { data, message: `A code was sent to ${data.sent.to}.` }
}
