import type { CompiledType, JsonObject, StoredRecord } from '../../core/index.ts'
import type { CommandContext } from '../commands/context.ts'
import { maySee, waitingRequests } from '../store/change-requests.ts'
import type { Db } from '../store/database.ts'

/** The changes of the record that wait for a second person; of fields that are redacted for this one nothing is said, not even that a change of them waits. */
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
