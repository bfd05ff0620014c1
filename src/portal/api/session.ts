/**
 * The signed-in session as this browser keeps it: token and user in local storage, so that every tab shares one
 * session, and the page to come back to in session storage, so that each tab returns to its own. Where the server
 * holds the session in a cookie, what is kept here as its token is the proof that goes with it, and opens nothing.
 */
import type { LoginAnswer, SessionUser } from '../../contract/index.ts'
import { sharedValue } from '../shared-value.ts'
import { isProof, isSessionInCookie } from './session-headers.ts'

export const TOKEN_KEY = 'dirisha.token'
export const USER_KEY = 'dirisha.user'
const RETURN_KEY = 'dirisha.return'
/** Why the last session ended, when that was not the person's wish: for the sign-in page of every tab. */
const ENDED_KEY = 'dirisha.ended'
/** Since when the token is being replaced by another: the old one ends a moment before the new one is here. */
const REPLACING_KEY = 'dirisha.replacing'
const REPLACED_WITHIN = 15_000
const LOOK_EVERY = 100

export interface Session {
  token: string
  user: SessionUser
}

forgetToken()
const current = sharedValue<Session | null>(read())

/** Where sessions are kept in a cookie, a token of before is kept no longer: whoever had it signs in once more. */
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

/** Somebody was signed in since this tab opened: leaving was on purpose, or `expireSession` remembered the page. */
let hadSession = current.get() !== null

function changed(): void {
  const next = read()
  if (next) hadSession = true
  current.set(next)
}

// Signing in or out in another tab arrives here; `key === null` is a cleared storage.
window.addEventListener('storage', (event) => {
  if (event.key === null || event.key === TOKEN_KEY || event.key === USER_KEY) changed()
})

/** The session now, for code outside React. */
export const currentSession = current.get

/** The session as the storage has it: word of what another tab wrote comes a moment later than the writing. */
export function rereadSession(): Session | null {
  if (read()?.token !== current.get()?.token) changed()
  return current.get()
}

/** The session now, and again whenever it starts or ends, in this tab or another. */
export const useSession = current.use

/** Says that this session is about to get another token, to this tab and to others: until it has, a refused token is no lost session. */
export function expectNewToken(isExpected: boolean): void {
  if (isExpected) localStorage.setItem(REPLACING_KEY, String(Date.now()))
  else localStorage.removeItem(REPLACING_KEY)
}

/** Whether the token has been replaced, by this tab or another; waits while that is under way. */
export async function isReplaced(token: string): Promise<boolean> {
  for (;;) {
    if (rereadSession()?.token !== token) return true
    const since = Number(localStorage.getItem(REPLACING_KEY) ?? 0)
    if (Date.now() - since > REPLACED_WITHIN) return false
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY))
  }
}

/** Starts the session that a sign-in answered. */
export function startSession(answer: LoginAnswer): void {
  localStorage.removeItem(ENDED_KEY)
  localStorage.setItem(USER_KEY, JSON.stringify(answer.user))
  localStorage.setItem(TOKEN_KEY, answer.token)
  // Last: other tabs see these one after the other, and one that saw it gone before the token was there would end the session.
  expectNewToken(false)
  changed()
}

/** Ends the session because the person said so: the next sign-in starts at the first page. */
export function endSession(): void {
  sessionStorage.removeItem(RETURN_KEY)
  localStorage.removeItem(ENDED_KEY)
  clear()
}

/** Ends the session because the server no longer knows it (401), and keeps what it says: the next sign-in comes back to this page. */
export function expireSession(reason: string): void {
  const session = current.get()
  localStorage.setItem(ENDED_KEY, reason)
  if (session) sessionStorage.setItem(RETURN_KEY, JSON.stringify({ path: here(), user: session.user.id }))
  clear()
}

/** What the server said when it ended the last session; null when the person left by themselves. */
export function sessionEndReason(): string | null {
  return localStorage.getItem(ENDED_KEY)
}

function clear(): void {
  localStorage.removeItem(TOKEN_KEY)
  localStorage.removeItem(USER_KEY)
  changed()
}

function here(): string {
  return location.pathname + location.search + location.hash
}

/** Remembers a page that was asked for before anybody signed in. */
export function rememberPage(path: string): void {
  if (!hadSession) sessionStorage.setItem(RETURN_KEY, JSON.stringify({ path }))
}

/** Remembers the page that the person who is signed in wants to see in the company they change to. */
export function returnTo(path: string): void {
  const session = current.get()
  if (session) sessionStorage.setItem(RETURN_KEY, JSON.stringify({ path, user: session.user.id }))
}

/** Forgets the page to come back to, once somebody is there. */
export function forgetReturnPage(): void {
  sessionStorage.removeItem(RETURN_KEY)
}

/** The page to open after sign-in. Another person than the one who left does not inherit the page. */
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
