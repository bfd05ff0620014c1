import type { AuditSubject, Json, JsonObject } from '../../core/index.ts'
import type { Services, Session } from '../services.ts'
import type { Db } from '../store/connection/database.ts'
import { appendEvent } from '../store/audit/events.ts'
import type { User } from '../store/users/users.ts'

export type UserEvent = 'created' | 'updated' | 'deactivated' | 'restored' | 'unlocked' | 'link-sent' | 'reassigned' | 'sessions-ended' | 'authenticator-removed' | 'sign-in-reset'

/** Who did it, from which company and IP address: an administrator's session, or the operator. */
type By = { company: Pick<Session['company'], 'code'>; actor: Pick<Session['actor'], 'id'>; ip: Session['ip'] }

/** Records an administrator's change to an account in the audit trail. */
export async function noteUser(
  db: Db, { clock }: Services, by: By, user: Pick<User, 'id'>, event: { kind: UserEvent; changes?: JsonObject; reason?: string | null }
): Promise<void> {
  const { company, actor, ip } = by
  await appendEvent(db, { company: company.code, type: 'user' satisfies AuditSubject, key: user.id, kind: event.kind, actor: actor.id, changes: event.changes ?? null, reason: event.reason ?? null, ip, at: clock.now() })
}

/** The fields that differ, each with the old and new value. */
export function changesOf(before: Partial<User>, after: Partial<User>): JsonObject {
  return Object.fromEntries(Object.entries(after).flatMap(([name, to]): [string, JsonObject][] => {
    const from = before[name as keyof User] ?? null
    return JSON.stringify(from) === JSON.stringify(to) ? [] : [[name, { from: from as Json, to: to as Json }]]
  }))
}
