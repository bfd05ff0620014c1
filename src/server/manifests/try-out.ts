/** An overlay tried on real records before it is published: what its expressions do too much of is told to its author, not to who works. */
import { setImmediate } from 'node:timers/promises'
import { recordDoc, TOO_MUCH, type FieldIssue, type JsonObject, type Scope } from '../../core/index.ts'
import { commandContext, fullContext } from '../commands/context.ts'
import type { Services, Session } from '../services.ts'
import { largestRecords } from '../store/documents.ts'

/** Of the type, in the company of who publishes: those with the most in them. */
const RECORDS = 25

/** What does too much on records of the type: each expression once, with one record. */
export async function tryOverlay(services: Services, session: Session, overlay: JsonObject, options: { replaced: string | undefined; scope: Scope }): Promise<FieldIssue[]> {
  const tried = await services.engines.tryOut(overlay, options)
  if (tried === undefined || !tried.engine.has(tried.type)) return []
  const { engine, type: id, failures } = tried
  const type = engine.type(id)
  const command = { ...commandContext(services, session), engine }
  const issues = new Map<string, FieldIssue>()
  for (const record of await largestRecords(services.database.kysely, { company: session.company.code, type: id }, RECORDS)) {
    failures.length = 0
    await services.database.transaction(async (tx) => {
      const doc = recordDoc(type.manifest, record)
      const { ctx } = await fullContext(tx, command, type, doc, { prev: doc })
      type.evaluate(doc, ctx, { action: 'save', isNew: false })
      type.actions(doc, ctx, { isOwner: true, hasOpenEntry: false }, false)
    })
    for (const { rule, code } of failures) {
      if (code === TOO_MUCH) issues.set(rule, { path: '', rule: 'trial', severity: 'error', message: `Tried on ${record.key}, "${rule}" does too much: it has to go through fewer lines or values.` })
    }
    await setImmediate()
  }
  return [...issues.values()]
}
