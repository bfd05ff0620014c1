import type { CompiledType, JsonObject, StoredRecord } from '../../core/index.ts'
import type { CommandContext } from '../commands/context.ts'
import { maySee, waitingRequests } from '../store/documents/change-requests.ts'
import type { Db } from '../store/connection/database.ts'

/**
 * The pending changes of the record under dual control. Fields that are redacted for the current user are left out, as are requests that
 * concern only those.
 */
export async function waitingChanges(db: Db, command: CommandContext, type: CompiledType, record: StoredRecord): Promise<JsonObject[]> {
  const { engine, session } = command
  const names = engine.catalogue.organisation.changeRequests
  if (names === undefined) return []
  const company = session.company.code
  const requests = await waitingRequests(db, engine.type(names.type).manifest, names, { company, of: type.manifest, key: record.key })
  if (requests.length === 0) return []
  const redacted = type.redacted(record, session.actor)
  return requests.filter((request) => maySee(request, redacted)).map(({ key: no, kind, changes }) => ({
    type: names.type, no, kind,
    changes: changes.filter(({ field }) => !redacted.has(String(field))).map(({ title = '', from = '', to = '' }) => ({ title, from, to })),
  }))
}
