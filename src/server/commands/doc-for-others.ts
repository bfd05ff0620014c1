/** The document as people other than the current user see it. */
import { redactsFields, redactedDoc, type CompiledType, type Doc, type StoredRecord } from '../../core/index.ts'
import { actorOf } from '../sign-in/establish-session.ts'
import type { Tx } from '../store/connection/database.ts'
import { recipientsOf } from '../store/users/recipients.ts'
import { assignedKeys } from '../store/lists/references.ts'
import { numberOf } from '../store/users/users.ts'
import { plainContext, type CommandContext } from './context.ts'

const NOTHING: ReadonlySet<string> = new Set()

/** Returns a lookup by user id of the record's document as that user sees it; messages to them are rendered from it. */
export async function docForOthers(tx: Tx, command: CommandContext, type: CompiledType, record: StoredRecord, ids: string[]): Promise<(id: string) => Doc> {
  const { manifest } = type
  if (!redactsFields(manifest)) return () => redactedDoc(manifest, record, NOTHING)
  const { company } = command.session
  const docs = new Map<string, Doc>()
  for (const { user, ...standing } of await recipientsOf(tx, company.code, command.engine.catalogue.organisation, ids, command.now)) {
    const actor = actorOf({ ...standing, user, company }, command.session.today)
    const asked = await assignedKeys(tx, company.code, [{ type: manifest.id, key: record.key }], { number: numberOf(user), delegations: actor.delegations ?? [], roles: actor.roles })
    const context = { ctx: { ...plainContext(command), user: actor }, assigned: new Set(asked.size > 0 ? [record.key] : []) }
    docs.set(user.id, redactedDoc(manifest, record, type.redacted(record, actor, context)))
  }
  return (id) => docs.get(id) ?? {}
}
