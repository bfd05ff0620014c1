import type { ListsAnswer } from '../../contract/index.ts'
import type { Engine, JsonObject, ResolvedDocumentType, RuleContext } from '../../core/index.ts'
import type { Services, Session } from '../services.ts'
import { loadList } from '../store/references.ts'

/** Rows of a type's `lists` by name, only those that the person may list, by inner field names as rules read them. */
export async function rowsOfLists({ database }: Services, engine: Engine, id: string, session: Session): Promise<ListsAnswer> {
  const type = engine.type(id)
  const context: RuleContext = { user: session.actor, settings: session.settings, company: session.company, today: session.today, ref: () => undefined, lists: {} }
  const answer: ListsAnswer = {}
  for (const [name, { of }] of Object.entries(type.manifest.lists)) {
    const listed = engine.type(of)
    const conditions = [listed.rowPredicate(session.actor, 'list', context), type.whereOf('list', name, undefined, context)]
    const rows = await loadList(database.kysely, engine.catalogue, session.company.code, of, conditions)
    answer[name] = rows.map((row) => shown(listed.manifest, row, session))
  }
  return answer
}

/** Without internal fields and those hidden from every role of the person that grants the list. */
function shown(manifest: ResolvedDocumentType, row: JsonObject, { actor }: Session): JsonObject {
  const grants = actor.roles.flatMap((role) => (Object.hasOwn(manifest.permissions, role) ? [manifest.permissions[role]] : []))
  const isHidden = (name: string): boolean => grants.length > 0 && grants.every((grant) => grant?.hide.includes(name))
  return Object.fromEntries(Object.entries(row).filter(([name]) => manifest.shape.fields[name]?.internal !== true && !isHidden(name)))
}
