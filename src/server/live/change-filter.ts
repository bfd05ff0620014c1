/** Who may know that a document was written: whoever may read it, by the same rule that reads it from the database. */
import { matches, type RowPredicate, type StoredRecord } from '../../core/index.ts'
import { approverNumber, contextForMany, rowsOf } from '../commands/context.ts'
import type { Services, Session } from '../services.ts'

/** A document as it stands after the change; without a record it is gone. */
export interface Changed { type: string; key: string; owner: string | null; by: string; record: StoredRecord | undefined; approvers: ReadonlySet<string> }

/** Answers for one person; rows are worked out once for each type. */
export function changeFilterFor(services: Services, session: Session): (changed: Changed) => boolean {
  const today = services.clock.today(session.company.timeZone)
  const command = contextForMany(services, { ...session, today })
  // Delegates with a narrower delegation are notified of a document that is not theirs, never of what it says: asking for it, they get only what they may see.
  const names = [approverNumber(session), ...(session.actor.delegations ?? []).map(({ of }) => of)]
  const rows = new Map<string, RowPredicate | undefined>()
  return ({ type, key, owner, by, record, approvers }) => {
    if (record === undefined) return by === session.actor.id || (owner !== null && owner === session.actor.employee)
    if (!rows.has(type)) rows.set(type, command.engine.has(type) ? rowsOf(command, command.engine.type(type), 'get') : undefined)
    const readable = rows.get(type)
    return readable !== undefined && matches(readable, record, new Set(names.some((name) => approvers.has(name)) ? [key] : []))
  }
}
