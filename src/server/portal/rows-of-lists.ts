import type { ListsAnswer } from '../../contract/index.ts'
import { MAX_ANSWER_STEPS, StepLimit, redactedDoc, type Engine } from '../../core/index.ts'
import { contextOf } from '../dashboards/visible-source.ts'
import { mapSliced } from '../in-pieces.ts'
import type { Services, Session } from '../services.ts'
import { listRecords } from '../store/lists/references.ts'

/**
 * Rows for a type's `lists`, by list name: only rows that the current user may list, without fields redacted for them, under the internal
 * field names that rules use.
 */
export async function rowsOfLists({ database }: Services, engine: Engine, id: string, session: Session): Promise<ListsAnswer> {
  const type = engine.type(id)
  const context = { ...contextOf(session), limit: new StepLimit(MAX_ANSWER_STEPS) }
  const answer: ListsAnswer = {}
  for (const [name, { of }] of Object.entries(type.manifest.lists)) {
    const listed = engine.type(of)
    const conditions = [listed.rowPredicate(session.actor, 'list', context), type.whereOf('list', name, undefined, context)]
    const records = await listRecords(database.kysely, session.company.code, of, conditions)
    answer[name] = await mapSliced(records, (record) => redactedDoc(listed.manifest, record, listed.redacted(record, session.actor, { ctx: context })))
  }
  return answer
}
