/** A run of a job begins: its items are counted, and the queue takes it over. */
import type { CompiledType, Doc, ResolvedJob, RowPredicate, RuleContext, StoredRecord } from '../../../core/index.ts'
import { AppError } from '../../errors.ts'
import { clearJobResults } from '../../store/delivery/job-results.ts'
import { ensureJob } from '../../store/delivery/jobs.ts'
import type { Db, Tx } from '../../store/connection/database.ts'
import { lookUp } from '../../store/lists/figures.ts'
import type { CommandContext } from '../context.ts'

export const RUN_JOB = 'run-job'
/** The most records of every lookup but the first: their combinations are made in memory. */
export const MAX_BESIDES = 200

/**
 * Returns the document as a run begins: with the number of its items, or, if it was stopped, as it was left. Anything else that an action
 * leads to is returned as it is.
 * @throws AppError too-many-items if there are more combinations than one batch holds
 */
export async function beginRun(tx: Tx, command: CommandContext, type: CompiledType, record: Pick<StoredRecord, 'key' | 'state'>, { doc, state, ctx }: { doc: Doc; state: string; ctx: RuleContext }): Promise<Doc> {
  const { job } = type.manifest
  if (job === undefined || (state !== job.states.running && state !== job.states.trying)) return doc
  const company = command.session.company.code
  const place = { company, type: type.manifest.id, run: record.key }
  await ensureJob(tx, { kind: RUN_JOB, payload: place, runAt: command.now })
  if (record.state === job.states.stopped && state === job.states.running) return doc
  await clearJobResults(tx, place)
  return { ...doc, ...firstFigures(job, await countItems(tx, command, type, doc, ctx)) }
}

/** The figures of a run that has done nothing yet. */
export function firstFigures({ figures }: ResolvedJob, total: number): Doc {
  const { total: all, done, posted, skipped, failed, cursor, endedAt, note } = figures
  return { [all]: total, [done]: 0, [posted]: 0, [skipped]: 0, [failed]: 0, [cursor]: '', ...(endedAt !== undefined && { [endedAt]: null }), ...(note !== undefined && { [note]: null }) }
}

/** A field of the items' lines, and the records that it goes through. */
export interface Range { field: string; of: string; where: RowPredicate }

/** What the items of a run go through, in order. */
export function rangesOf(type: CompiledType, doc: Doc, ctx: RuleContext): Range[] {
  const { job, lookups } = type.manifest
  return Object.entries(job?.over ?? {}).map(([field, lookup]) => ({ field, of: lookups[lookup]?.of ?? '', where: type.whereOf('lookup', lookup, doc, ctx) }))
}

/** How many items a run would have. @throws AppError too-many-items */
export async function countItems(db: Db, { session }: CommandContext, type: CompiledType, doc: Doc, ctx: RuleContext): Promise<number> {
  let items = 1
  for (const [index, { of, where }] of rangesOf(type, doc, ctx).entries()) {
    const count = Number(await lookUp(db, session.company.code, { of, where, figure: 'count', empty: 0 }))
    if (index > 0 && count > MAX_BESIDES) throw new AppError('too-many-items', { limit: MAX_BESIDES })
    items *= count
  }
  return items
}
