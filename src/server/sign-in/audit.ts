/** Sign-ins and what belongs to them, as the audit trail keeps them: events of the type `session`. */
import type { Db } from '../store/database.ts'
import { appendEvent } from '../store/events.ts'
import type { Arrival } from './device.ts'

export type SignInEvent =
  | 'signed-in' | 'sign-in-failed' | 'locked-out' | 'signed-out' | 'code-sent' | 'code-failed' | 'link-sent' | 'link-used' | 'password-changed' | 'session-ended' | 'company-switched'

export interface SignInNote {
  company: string
  kind: SignInEvent
  /** User id, or the name that was typed when nobody has it. */
  actor: string
  arrival: Pick<Arrival, 'device'> & { ip: string | null }
  at: Date
  detail?: string | undefined
}

/** Writes who signed in, tried to or signed out to the events of the company; a name that was typed is cut to 200 characters. */
export async function note(db: Db, { company, kind, actor, arrival, at, detail }: SignInNote): Promise<void> {
  await appendEvent(db, { company, type: 'session', key: null, kind, actor: actor.slice(0, 200), ip: arrival.ip, device: arrival.device === '' ? null : arrival.device, reason: detail ?? null, at })
}
