/** Sign-in events in the audit trail, under the type `session`. */
import type { AuditSubject } from '../../core/index.ts'
import type { Db } from '../store/connection/database.ts'
import { DONE_BY } from '../store/users/account-history.ts'
import { appendEvent } from '../store/audit/events.ts'
import type { RequestOrigin } from './device.ts'

export type SignInEvent =
  | 'signed-in' | 'sign-in-failed' | 'locked-out' | 'signed-out' | 'code-sent' | 'code-failed' | 'link-sent' | 'link-used' | 'password-changed' | 'password-refused' | 'session-ended' | 'company-switched'
  | 'step-up-asked' | 'step-up-passed' | 'step-up-failed'
  | 'feed-made' | 'feed-revoked'
  | 'authenticator-added' | 'authenticator-removed' | 'recovery-codes-renewed'

/** IP address and device. `by`: id of the administrator who did it, if it was not the person. */
export interface RecordedOrigin { ip: string | null; device: RequestOrigin['device']; by?: string }

export interface SignInNote {
  company: string
  kind: SignInEvent
  /** User id, or the name entered if no account has it. */
  actor: string
  arrival: RecordedOrigin
  at: Date
  detail?: string | undefined
}

/** Appends a sign-in event to the company's audit trail; an entered name is truncated to 200 characters. */
export async function recordSignInEvent(db: Db, { company, kind, actor, arrival, at, detail }: SignInNote): Promise<void> {
  await appendEvent(db, {
    company, type: 'session' satisfies AuditSubject, key: null, kind, actor: actor.slice(0, 200), ip: arrival.ip, device: arrival.device === '' ? null : arrival.device, reason: detail ?? null, at,
    changes: arrival.by === undefined ? null : { [DONE_BY]: arrival.by },
  })
}
