/**
 * A sign-in that waits for its code, kept for this tab so that a reload does not lose it. It opens nothing by itself: the
 * token comes only with the code.
 */
import type { AuthenticatorKind, CodeNeededAnswer, CodeSent } from '../../../contract/index.ts'

const KEY = 'dirisha.code'

export interface PendingAuthenticator {
  challenge: string
  kinds: AuthenticatorKind[]
  /** By the clock of this browser, in ms. */
  endsAt: number
}

export interface PendingCode {
  challenge: string
  channel: CodeSent['channel']
  /** Masked. */
  to: string
  /** By the clock of this browser, in ms: when the code ends, and from when another may be asked for. */
  endsAt: number
  resendAt: number
}

/** The wait for the code that was sent just now. The clock of this browser may differ from the server's: only spans are taken over. */
export function pendingCode(challenge: string, { channel, to, minutes, expiresAt, resendAt }: CodeSent, now: number): PendingCode {
  const span = minutes * 60_000
  const sentAt = Date.parse(expiresAt) - span
  return { challenge, channel, to, endsAt: now + span, resendAt: now + Date.parse(resendAt) - sentAt }
}

/** What is waited for. */
export type Pending = PendingCode | PendingAuthenticator

/** Whether it is an authenticator of the person, in the place of a code that was sent. */
export function isOfAuthenticator(pending: Pending): pending is PendingAuthenticator {
  return 'kinds' in pending
}

/** Keeps the wait for a code in this tab, so that a reload comes back to it. */
export function keepPendingCode(pending: Pending): void {
  sessionStorage.setItem(KEY, JSON.stringify(pending))
}

/** Starts the wait for the code that a first step has sent, or for the authenticator that it asks for. */
export function awaitCode({ challenge, sent, authenticators, minutes }: CodeNeededAnswer): void {
  const now = Date.now()
  keepPendingCode(sent === undefined ? { challenge, kinds: authenticators ?? [], endsAt: now + (minutes ?? 0) * 60_000 } : pendingCode(challenge, sent, now))
}

/** The wait is over: the code was right, or the sign-in begins anew. */
export function forgetPendingCode(): void {
  sessionStorage.removeItem(KEY)
}

/** What this tab waits for; null when it waits for nothing. */
export function keptPendingCode(): Pending | null {
  return readPendingCode(sessionStorage.getItem(KEY))
}

/** A kept text may be of another version of the portal: what is not whole counts as nothing. */
export function readPendingCode(text: string | null): Pending | null {
  try {
    const { challenge, channel, to, endsAt, resendAt, kinds } = JSON.parse(text ?? '{}') as Partial<PendingCode & PendingAuthenticator>
    if (challenge && endsAt && Array.isArray(kinds)) return { challenge, kinds, endsAt }
    return challenge && channel && to && endsAt && resendAt ? { challenge, channel, to, endsAt, resendAt } : null
  } catch {
    return null
  }
}

/** `4:05` out of milliseconds; `0:00` when nothing is left. */
export function clockOf(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
