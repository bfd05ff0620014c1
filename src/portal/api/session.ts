/**
 * The signed-in session in this browser. Token and user are in local storage, so that all tabs share one session; the page to return to is
 * in session storage, so that each tab returns to its own. Where the server keeps the session in a cookie, the token stored here is only
 * the CSRF proof, which grants no access by itself.
 */
import type { LoginAnswer, SessionUser } from '../../contract/index.ts'
import { sharedValue } from '../shared-value.ts'
import { isProof, isSessionInCookie } from './session-headers.ts'

export const TOKEN_KEY = 'dirisha.token'
export const USER_KEY = 'dirisha.user'
const RETURN_KEY = 'dirisha.return'
/** Why the last session ended, unless the user signed out: shown on the sign-in page of every tab. */
const ENDED_KEY = 'dirisha.ended'
/** When the replacement of the token began: the old token ends a moment before the new one is stored. */
const REPLACING_KEY = 'dirisha.replacing'
const REPLACED_WITHIN = 15_000
const LOOK_EVERY = 100

export interface Session {
  token: string
  user: SessionUser
}

forgetToken()
const current = sharedValue<Session | null>(read())

/** With sessions in cookies, a token stored earlier is dropped; its user signs in again. */
function forgetToken(): void {
  if (!isSessionInCookie || isProof(localStorage.getItem(TOKEN_KEY) ?? '')) return
  localStorage.removeItem(TOKEN_KEY)
  localStorage.removeItem(USER_KEY)
}

function read(): Session | null {
  const token = localStorage.getItem(TOKEN_KEY)
  const user = localStorage.getItem(USER_KEY)
  if (!token || !user) return null
  try {
    return { token, user: JSON.parse(user) as SessionUser }
  } catch {
    return null
  }
}

/** A user has been signed in since this tab opened: leaving was intended, or `expireSession` remembered the page. */
let hadSession = current.get() !== null

function changed(): void {
  const next = read()
  if (next) {
    hadSession = true
    wasEndedHere = false
  }
  current.set(next)
}

// A sign-in or sign-out in another tab arrives here; `key === null` means that the storage was cleared.
window.addEventListener('storage', (event) => {
  if (event.key === null || event.key === TOKEN_KEY || event.key === USER_KEY) changed()
})

/** The current session, for code outside React. */
export const currentSession = current.get

/** Rereads the session from storage: the event about another tab's write arrives a moment after the write. */
export function rereadSession(): Session | null {
  if (read()?.token !== current.get()?.token) changed()
  return current.get()
}

/** The current session; re-renders when it starts or ends, in this tab or another. */
export const useSession = current.use

/**
 * Announces to this and other tabs that the session is about to get a new token. Until then, a refused token does not mean a lost session.
 */
export function expectNewToken(isExpected: boolean): void {
  if (isExpected) localStorage.setItem(REPLACING_KEY, String(Date.now()))
  else localStorage.removeItem(REPLACING_KEY)
}

/** Whether this or another tab has replaced the token; waits while a replacement is under way. */
export async function isReplaced(token: string): Promise<boolean> {
  for (;;) {
    if (rereadSession()?.token !== token) return true
    const since = Number(localStorage.getItem(REPLACING_KEY) ?? 0)
    if (Date.now() - since > REPLACED_WITHIN) return false
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY))
  }
}

/** Starts the session from a sign-in response. */
export function startSession(answer: LoginAnswer): void {
  localStorage.removeItem(ENDED_KEY)
  localStorage.setItem(USER_KEY, JSON.stringify(answer.user))
  localStorage.setItem(TOKEN_KEY, answer.token)
  // Last: other tabs see these writes one by one, and a tab that saw the flag removed before the token arrived would end the session.
  expectNewToken(false)
  changed()
}

/** Ends the session because the user signed out: the next sign-in starts at the home page. */
export function endSession(): void {
  sessionStorage.removeItem(RETURN_KEY)
  localStorage.removeItem(ENDED_KEY)
  clear()
}

/** Ends the session because the server no longer accepts it (401) and keeps the server's reason; the next sign-in returns to this page. */
export function expireSession(reason: string): void {
  const session = current.get()
  localStorage.setItem(ENDED_KEY, reason)
  if (session) sessionStorage.setItem(RETURN_KEY, JSON.stringify({ path: here(), user: session.user.id }))
  clear()
}

/** The server's reason for ending the last session; null if the user signed out. */
export function sessionEndReason(): string | null {
  return localStorage.getItem(ENDED_KEY)
}

/** Whether this tab, not another one, ended the last session. */
let wasEndedHere = false

/** Whether the user signed out in another tab. */
export function isSignedOutElsewhere(): boolean {
  return hadSession && current.get() === null && !wasEndedHere && sessionEndReason() === null
}

function clear(): void {
  wasEndedHere = true
  localStorage.removeItem(TOKEN_KEY)
  localStorage.removeItem(USER_KEY)
  changed()
}

function here(): string {
  return location.pathname + location.search + location.hash
}

/** Remembers a page that was requested before sign-in. */
export function rememberPage(path: string): void {
  if (!hadSession) sessionStorage.setItem(RETURN_KEY, JSON.stringify({ path }))
}

/** Remembers the page that the current user wants to see in the company that they switch to. */
export function returnTo(path: string): void {
  const session = current.get()
  if (session) sessionStorage.setItem(RETURN_KEY, JSON.stringify({ path, user: session.user.id }))
}

/** Forgets the page to return to, once it is open. */
export function forgetReturnPage(): void {
  sessionStorage.removeItem(RETURN_KEY)
}

/** The page to open after sign-in. A different user does not inherit the previous user's page. */
export function returnPage(user: SessionUser): string {
  const kept = sessionStorage.getItem(RETURN_KEY)
  if (!kept) return '/'
  try {
    const { path, user: owner } = JSON.parse(kept) as { path: string; user?: string }
    const isLocal = path.startsWith('/') && !path.startsWith('//') && !path.startsWith('/auth')
    return isLocal && (owner === undefined || owner === user.id) ? path : '/'
  } catch {
    return '/'
  }
}
