/** Decides who is notified of a document change: everyone who may read the document, by the same rule as reading it from the database. */
import { matches, type RowPredicate, type StoredRecord } from '../../core/index.ts'
import { approverNumber, contextForMany, rowsOf } from '../commands/context.ts'
import type { Services, Session } from '../services.ts'

/** A document after the change; `record` is undefined if it was deleted. */
export interface Changed { type: string; key: string; owner: string | null; by: string; record: StoredRecord | undefined; approvers: ReadonlySet<string> }

/** Returns the filter for one person. Row predicates are computed once per type. */
export function changeFilterFor(services: Services, session: Session): (changed: Changed) => boolean {
  const today = services.clock.today(session.company.timeZone)
  const command = contextForMany(services, { ...session, today })
  // Delegates with a narrower delegation are also notified of documents outside it. They learn only that the document changed: reading it
  // returns only what they may see.
  const names = [approverNumber(session), ...(session.actor.delegations ?? []).map(({ of }) => of)]
  const rows = new Map<string, RowPredicate | undefined>()
  return ({ type, key, owner, by, record, approvers }) => {
    if (record === undefined) return by === session.actor.id || (owner !== null && owner === session.actor.employee)
    if (!rows.has(type)) rows.set(type, command.engine.has(type) ? rowsOf(command, command.engine.type(type), 'get') : undefined)
    const readable = rows.get(type)
    return readable !== undefined && matches(readable, record, new Set(names.some((name) => approvers.has(name)) ? [key] : []))
  }
}
