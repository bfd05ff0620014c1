import type { CodeNeededAnswer, SignInAnswer } from './session.ts'

/** Whether a code is asked for before the session begins. */
export function needsCode(answer: SignInAnswer): answer is CodeNeededAnswer {
  return 'challenge' in answer
}
