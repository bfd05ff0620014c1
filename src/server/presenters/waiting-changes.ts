import type { CompiledType, JsonObject, StoredRecord } from '../../core/index.ts'
import type { CommandContext } from '../commands/context.ts'
import { mayBeToldOf, waitingRequests } from '../store/change-requests.ts'
import type { Db } from '../store/database.ts'

/** The changes of the record that wait for a second person; of fields that are hidden from this one nothing is told, not even that a change of them waits. */
export async function waitingChanges(db: Db, command: CommandContext, type: CompiledType, record: StoredRecord): Promise<JsonObject[]> {
  const { engine, session } = command
  const names = engine.catalogue.organisation.changeRequests
  if (names === undefined) return []
  const company = session.company.code
  const requests = await waitingRequests(db, engine.type(names.type).manifest, names, { company, of: type.manifest, key: record.key })
  if (requests.length === 0) return []
  const hidden = type.hidden(record, session.actor)
  return requests.filter((request) => mayBeToldOf(request, hidden)).map(({ key: no, kind, changes }) => ({
    type: names.type, no, kind,
    changes: changes.filter(({ field }) => !hidden.has(String(field))).map(({ title = '', from = '', to = '' }) => ({ title, from, to })),
  }))
}
