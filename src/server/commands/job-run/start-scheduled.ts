/** A run that nobody starts: the schedule does. */
import { t, type CompiledType, type Doc } from '../../../core/index.ts'
import { AppError } from '../../errors.ts'
import { runSliced } from '../../in-pieces.ts'
import { appendEvent } from '../../store/audit/events.ts'
import type { Tx } from '../../store/connection/database.ts'
import { updateDocument } from '../../store/documents/documents.ts'
import { inState } from '../action-consequences.ts'
import { checkDocument, docOf } from '../check-document.ts'
import { contextWithRefs, withLists, type CommandContext } from '../context.ts'
import { writeNewRecord } from '../write-record.ts'
import { beginRun, countItems } from './begin-run.ts'

/**
 * Creates the run of a day, whose inputs are the first values of its fields on that day, and starts it. Where there is nothing to go through,
 * there is no run. One that may not start is kept as stopped, with the reason.
 */
export async function startScheduled(tx: Tx, given: CommandContext, type: CompiledType, day: string): Promise<void> {
  const { job } = type.manifest
  if (job === undefined) return
  const command: CommandContext = { ...given, session: { ...given.session, today: day, actor: { ...given.session.actor, name: t('Schedule') } } }
  const around = await withLists(tx, command, type, {}, {})
  const first = await runSliced(type.stamping(await runSliced(type.makingDocument(around)), around))
  // Most days of a daily job have nothing to do: that is all that is asked on them.
  if ((await countItems(tx, command, type, first, (await contextWithRefs(tx, command, type, [first])).ctx)) === 0) return
  const { doc, refusal } = await checked(tx, command, type, first)
  const { ctx } = await contextWithRefs(tx, command, type, [doc])
  const record = await writeNewRecord(tx, command, type, doc)
  const state = refusal === undefined ? job.states.running : job.states.stopped
  const started = await inState(type, docOf(type, record), state, ctx)
  const noted: Doc = refusal === undefined || job.figures.note === undefined ? started : { ...started, [job.figures.note]: refusal }
  const next = await beginRun(tx, command, type, record, { doc: noted, state, ctx })
  const { session, now } = command
  const at = { company: session.company.code, type: type.manifest.id, key: record.key }
  await updateDocument(tx, type.manifest, at, record.rev, { state, owner: record.owner, data: next, by: session.actor.id, at: now })
  await appendEvent(tx, { ...at, kind: 'scheduled', actor: session.actor.id, from: record.state || null, to: state, ip: null, at: now, ...(refusal !== undefined && { reason: refusal }) })
}

async function checked(tx: Tx, command: CommandContext, type: CompiledType, doc: Doc): Promise<{ doc: Doc; refusal?: string }> {
  try {
    return { doc: (await checkDocument(tx, command, type, { doc, action: 'start' })).doc }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { doc, refusal: error.message }
  }
}
