/** Sign-ins and what belongs to them, as the audit trail keeps them: events of the type `session`. */
import type { AuditSubject } from '../../core/index.ts'
import type { Db } from '../store/database.ts'
import { DONE_BY } from '../store/account-history.ts'
import { appendEvent } from '../store/events.ts'
import type { Arrival } from './device.ts'

export type SignInEvent =
  | 'signed-in' | 'sign-in-failed' | 'locked-out' | 'signed-out' | 'code-sent' | 'code-failed' | 'link-sent' | 'link-used' | 'password-changed' | 'password-refused' | 'session-ended' | 'company-switched'
  | 'step-up-asked' | 'step-up-passed' | 'step-up-failed'
  | 'authenticator-added' | 'authenticator-removed' | 'recovery-codes-renewed'

/** From where, and on what device; `by`: the id of the administrator who did it, when it was not the person. */
export interface NotedArrival { ip: string | null; device: Arrival['device']; by?: string }

export interface SignInNote {
  company: string
  kind: SignInEvent
  /** User id, or the name that was typed when nobody has it. */
  actor: string
  arrival: NotedArrival
  at: Date
  detail?: string | undefined
}

/** Writes who signed in, tried to or signed out to the events of the company; a name that was typed is cut to 200 characters. */
export async function note(db: Db, { company, kind, actor, arrival, at, detail }: SignInNote): Promise<void> {
  await appendEvent(db, {
    company, type: 'session' satisfies AuditSubject, key: null, kind, actor: actor.slice(0, 200), ip: arrival.ip, device: arrival.device === '' ? null : arrival.device, reason: detail ?? null, at,
    changes: arrival.by === undefined ? null : { [DONE_BY]: arrival.by },
  })
}
