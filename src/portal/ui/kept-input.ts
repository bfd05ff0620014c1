import { useState } from 'react'
import { currentSession } from '../api/session.ts'

/** By question. Only in memory: a reason may say what is nobody else's business. */
const kept = new Map<string, unknown>()
let owner: string | undefined

/** What is kept for the user who is signed in now; another's is dropped. */
function ofUser(): Map<string, unknown> {
  const user = currentSession()?.user
  const now = user && `${user.id} ${user.default_company ?? ''}`
  if (owner !== now) kept.clear()
  owner = now
  return kept
}

/** What was entered in answer to a question that was then closed; undefined if nothing was, or of no question. */
export function keptInput(question: string | undefined): unknown {
  return question === undefined ? undefined : ofUser().get(question)
}

/** Keeps what is entered until the question is answered; undefined drops it. Of no question, nothing is kept. */
export function keepInput(question: string | undefined, input: unknown): void {
  if (question === undefined) return
  if (input === undefined || input === '') ofUser().delete(question)
  else ofUser().set(question, input)
}

/**
 * A text entered in answer to a question, such as a reason. It is still there when a dialog that was closed, by Escape for example, is opened
 * again. Call `keepInput(question, undefined)` once it is sent.
 * @param question what is asked and about which record; undefined keeps nothing.
 */
export function useKeptText(question: string | undefined): [string, (text: string) => void] {
  const [text, setText] = useState(() => {
    const found = keptInput(question)
    return typeof found === 'string' ? found : ''
  })
  return [text, (next) => {
    setText(next)
    keepInput(question, next)
  }]
}
