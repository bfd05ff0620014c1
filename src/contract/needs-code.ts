import type { CodeNeededAnswer, SignInAnswer } from './session.ts'

/** Whether sign-in needs a second step, a code or an authenticator, before the session begins. */
export function needsCode(answer: SignInAnswer): answer is CodeNeededAnswer {
  return 'challenge' in answer
}
