/** A run of a job that nobody starts: the schedule does, or something that another record asks for. */
import { targetChoices, targetOf, type CompiledType, type Doc, type StoredRecord } from '../../../core/index.ts'
import { AppError } from '../../errors.ts'
import { appendEvent } from '../../store/audit/events.ts'
import type { Tx } from '../../store/connection/database.ts'
import { updateDocument } from '../../store/documents/documents.ts'
import { checkDocument, docOf } from '../check-document.ts'
import { contextWithRefs, type CommandContext } from '../context.ts'
import { inState } from '../in-state.ts'
import { beginRun } from './begin-run.ts'

/** A run that its rules let start, or why they refuse it. */
export interface CheckedRun { doc: Doc; refusal?: string }

/** Checks a run as the action that starts it does. */
export async function checkRun(tx: Tx, command: CommandContext, type: CompiledType, doc: Doc): Promise<CheckedRun> {
  try {
    return { doc: (await checkDocument(tx, command, type, { doc, action: startOf(type) })).doc }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { doc, refusal: error.message }
  }
}

/** Starts a run that has just been written. One that may not start is kept as stopped, with the reason. */
export async function beginMade(tx: Tx, command: CommandContext, type: CompiledType, record: StoredRecord, { kind = startOf(type), checked }: { /** What its history says. */ kind?: string; checked?: CheckedRun } = {}): Promise<void> {
  const { job } = type.manifest
  if (job === undefined) return
  const { doc, refusal } = checked ?? (await checkRun(tx, command, type, docOf(type, record)))
  const { ctx } = await contextWithRefs(tx, command, type, [doc])
  const state = refusal === undefined ? job.states.running : job.states.stopped
  const started = await inState(type, docOf(type, record), state, ctx)
  const noted: Doc = refusal === undefined || job.figures.note === undefined ? started : { ...started, [job.figures.note]: refusal }
  const next = await beginRun(tx, command, type, record, { doc: noted, state, ctx })
  const { session, now } = command
  const at = { company: session.company.code, type: type.manifest.id, key: record.key }
  await updateDocument(tx, type.manifest, at, record.rev, { state, owner: record.owner, data: next, by: session.actor.id, at: now })
  await appendEvent(tx, { ...at, kind, actor: session.actor.id, from: record.state || null, to: state, ip: session.ip, at: now, ...(refusal !== undefined && { reason: refusal }) })
}

/** The action that starts a run. */
function startOf({ manifest: { actions, job, states } }: CompiledType): string {
  const initial = Object.values(states).find((one) => one.initial)?.name ?? ''
  const leadsToRunning = Object.values(actions).find((action) => targetChoices(targetOf(action, initial) ?? '').some(({ to }) => to === job?.states.running))
  return leadsToRunning?.id ?? 'start'
}
