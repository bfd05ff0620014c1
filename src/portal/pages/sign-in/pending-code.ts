/**
 * A sign-in that waits for its code, stored for this tab so that it survives a reload. It grants no access: the token comes only with the
 * code.
 */
import type { AuthenticatorKind, CodeNeededAnswer, CodeSent } from '../../../contract/index.ts'

const KEY = 'dirisha.code'

export interface PendingAuthenticator {
  challenge: string
  kinds: AuthenticatorKind[]
  /** In ms, by this browser's clock. */
  endsAt: number
}

export interface PendingCode {
  challenge: string
  channel: CodeSent['channel']
  /** Masked. */
  to: string
  /** In ms, by this browser's clock: when the code expires, and when a new one may be requested. */
  endsAt: number
  resendAt: number
}

/** The pending state for a code that was just sent. This browser's clock may differ from the server's, so only time spans are used. */
export function pendingCode(challenge: string, { channel, to, minutes, expiresAt, resendAt }: CodeSent, now: number): PendingCode {
  const span = minutes * 60_000
  const sentAt = Date.parse(expiresAt) - span
  return { challenge, channel, to, endsAt: now + span, resendAt: now + Date.parse(resendAt) - sentAt }
}

/** What the sign-in waits for. */
export type Pending = PendingCode | PendingAuthenticator

/** Whether it waits for an authenticator rather than a code that was sent. */
export function isOfAuthenticator(pending: Pending): pending is PendingAuthenticator {
  return 'kinds' in pending
}

/** Stores the pending sign-in in this tab, so that it survives a reload. */
export function keepPendingCode(pending: Pending): void {
  sessionStorage.setItem(KEY, JSON.stringify(pending))
}

/** Starts waiting for the code that the first step sent, or for the authenticator that it requires. */
export function awaitCode({ challenge, sent, authenticators, minutes }: CodeNeededAnswer): void {
  const now = Date.now()
  keepPendingCode(sent === undefined ? { challenge, kinds: authenticators ?? [], endsAt: now + (minutes ?? 0) * 60_000 } : pendingCode(challenge, sent, now))
}

/** Ends the wait: the code was right, or the sign-in starts again. */
export function forgetPendingCode(): void {
  sessionStorage.removeItem(KEY)
}

/** The pending sign-in of this tab; null if there is none. */
export function keptPendingCode(): Pending | null {
  return readPendingCode(sessionStorage.getItem(KEY))
}

/** Stored text may come from another version of the portal: incomplete data counts as none. */
export function readPendingCode(text: string | null): Pending | null {
  try {
    const { challenge, channel, to, endsAt, resendAt, kinds } = JSON.parse(text ?? '{}') as Partial<PendingCode & PendingAuthenticator>
    if (challenge && endsAt && Array.isArray(kinds)) return { challenge, kinds, endsAt }
    return challenge && channel && to && endsAt && resendAt ? { challenge, channel, to, endsAt, resendAt } : null
  } catch {
    return null
  }
}

/** Formats milliseconds as `4:05`; `0:00` when nothing is left. */
export function clockOf(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
