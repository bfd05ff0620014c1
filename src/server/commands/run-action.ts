import { ALWAYS, approvalStartedBy, RUNS, targetOf, type CompiledType, type Consequences, type Doc, type FieldIssue, type Json, type ResolvedAction, type RuleContext, type StoredRecord, t } from '../../core/index.ts'
import { AppError, invalidDocument } from '../errors.ts'
import { runSliced } from '../in-pieces.ts'
import { updateDocument } from '../store/documents/documents.ts'
import { appendEvent } from '../store/audit/events.ts'
import { recordsWhere } from '../store/lists/references.ts'
import type { Tx } from '../store/connection/database.ts'
import { requireStepUpForAmount } from '../sign-in/step-up.ts'
import { applyConsequences, stateOf, withSets } from './action-consequences.ts'
import { acceptInput } from './accept-input.ts'
import { amountOf, cancelRound, startRound } from './approval-round.ts'
import { requireAttachment } from './attachments.ts'
import { changesBetween } from './changes.ts'
import { checkDocument, docOf } from './check-document.ts'
import { actionContext, rowsOf, titleFor, typeOf, type CommandContext } from './context.ts'
import type { Written } from './written.ts'
import { eraseRecord } from './delete-document.ts'
import { applyRequest } from './dual-control/apply-request.ts'
import { inState } from './in-state.ts'
import { beginRun } from './job-run/begin-run.ts'
import { prepareWrite } from './prepare-write.ts'
import { lockRecord, type LockedRecord } from './load-record.ts'
import { notify } from './notify.ts'
import { permitAction } from './permit-action.ts'

/** A message names this many records at most. */
const MAX_NAMED = 5

export interface ActionRequest { type: string; key: string; action: string; rev: number | undefined; input: Json | undefined; /** An action or approval of another record runs it. */ isRun?: true }

/**
 * Runs an action of the manifest on a record: state, fields, entries, approval and effects in one transaction. An action with `answersOnly`
 * is only checked.
 */
export async function runAction(tx: Tx, command: CommandContext, request: ActionRequest): Promise<Written> {
  const type = typeOf(command.engine, request.type)
  const action = Object.hasOwn(type.manifest.actions, request.action) ? type.manifest.actions[request.action] : undefined
  // Actions that save are the create and update calls, which bring the form.
  if (!action || action.saves || (action.deletes && request.isRun !== true)) throw new AppError('not-found')
  // What follows from another record happens whether or not its author may see this one.
  const isBeyond = request.isRun === true && action.who.includes(RUNS)
  const locked = await lockRecord(tx, command, type, request.key, request.rev, isBeyond ? ALWAYS : rowsOf(command, type, 'get'))
  const { doc, loaded, redacted } = locked
  const relation = { ...locked.relation, ...(isBeyond && { isRun: true as const }) }
  // Nobody is offered it, so that what decides may also be what is in other records.
  const { ctx: known } = isBeyond && action.when !== undefined ? await actionContext(tx, command, type, doc, { prev: doc, known: loaded.records, redacted }, action.id) : loaded
  await permitAction(type, command, action.id, { doc, ctx: known, relation, isNew: false })
  const input = await acceptInput(tx, command, type, { action: action.id, sent: request.input, doc, ctx: loaded.ctx })
  const prepared = await prepare(tx, command, type, action, locked, { ...loaded.ctx, prev: doc, input })
  if (action.deletes) {
    await eraseRecord(tx, command, type, locked.record, { action: action.id, ctx: prepared.ctx })
    return { record: locked.record, warnings: prepared.warnings }
  }
  if (action.answersOnly) return { record: locked.record, warnings: prepared.warnings }
  const { approval } = type.manifest
  requireStepUpForAmount(command.session, action, approval === undefined ? null : amountOf(approval, prepared.doc), command.now)
  return perform(tx, command, type, action, locked, prepared)
}

/**
 * Runs what an action or a decision declares in `runs` on other records; a refusal of any of them rolls back everything. Where the action is
 * `notByOwner`, the caller's own records are left for a colleague, who runs the same again; returns a warning about them.
 * @throws AppError run-refused, or run-own if there are none but theirs
 */
export async function runOnOthers(tx: Tx, command: CommandContext, type: CompiledType, { runs }: Pick<Consequences, 'runs'>, { doc, ctx }: { doc: Doc; ctx: RuleContext }): Promise<FieldIssue[]> {
  const own: string[] = []
  let others = 0
  for (const { over, action, input } of runs) {
    const of = type.manifest.lookups[over]?.of
    if (of === undefined) continue
    const isBarred = typeOf(command.engine, of).manifest.actions[action]?.notByOwner === true
    const values = await runSliced(type.findingValues(input, doc, ctx))
    const wholeInput = Object.fromEntries(Object.keys(input).map((field): [string, Json] => [field, values[field] ?? null]))
    for (const { key, owner } of await recordsWhere(tx, command.session.company.code, of, type.whereOf('lookup', over, doc, ctx))) {
      if (isBarred && owner !== null && owner === command.session.actor.employee) {
        own.push(`${titleFor(typeOf(command.engine, of), command.session)} ${key}`)
        continue
      }
      others += 1
      try {
        await runAction(tx, command, { type: of, key, action, rev: undefined, input: wholeInput, isRun: true })
      } catch (error) {
        // Whoever confirms their identity may do it after all.
        if (!(error instanceof AppError) || error.code === 'step-up-needed') throw error
        throw new AppError('run-refused', { title: titleFor(typeOf(command.engine, of), command.session), no: key, message: error.message })
      }
    }
  }
  if (own.length === 0) return []
  const records = own.length > MAX_NAMED ? `${own.slice(0, MAX_NAMED).join(', ')} and ${own.length - MAX_NAMED} more` : own.join(', ')
  if (others === 0) throw new AppError('run-own', { records })
  return [{ path: '', rule: 'notByOwner', message: t('Not done for your own: {records}. A colleague has to do that.', { records }), severity: 'warning' }]
}

/** What follows from a form that was saved: posts, notices, and actions on other records. */
export async function followSave(tx: Tx, command: CommandContext, type: CompiledType, action: string, { record, ctx }: { record: StoredRecord; ctx: RuleContext }): Promise<FieldIssue[]> {
  const declared = type.manifest.actions[action]
  if (declared === undefined) return []
  const doc = docOf(type, record)
  await applyConsequences(tx, command, declared, { type, action, record, doc, ctx })
  return runOnOthers(tx, command, type, declared, { doc, ctx })
}

/** Writes what an approved change request asks for, and what follows from that. */
export async function applyAndFollow(tx: Tx, command: CommandContext, type: CompiledType, request: StoredRecord): Promise<void> {
  const applied = await applyRequest(tx, command, type, request)
  if (applied !== undefined) await followSave(tx, command, applied.type, 'save', applied)
}

/**
 * Runs an action on a record that the server itself has just made, whoever may run it: with its checks and consequences, and with the
 * approval that it starts. @throws AppError as for a person who runs it
 */
export async function runOnMade(tx: Tx, command: CommandContext, type: CompiledType, { key, action: id }: { key: string; action: string }): Promise<Written> {
  const action = type.manifest.actions[id]
  if (action === undefined) throw new Error(`${type.manifest.id} has no action "${id}".`)
  const locked = await lockRecord(tx, command, type, key, undefined, ALWAYS)
  return perform(tx, command, type, action, locked, await prepare(tx, command, type, action, locked, { ...locked.loaded.ctx, prev: locked.doc }))
}

interface Prepared { doc: LockedRecord['doc']; ctx: RuleContext; warnings: FieldIssue[] }

/**
 * Returns the document as the action leaves it. It is checked in full when it is sent for approval. Other steps (paying, cancelling,
 * reopening) must stay possible even if a rule was tightened since, so they run only the action's own checks and the rules that name it.
 */
async function prepare(tx: Tx, command: CommandContext, type: CompiledType, action: ResolvedAction, { record, doc, loaded, redacted }: LockedRecord, ctx: RuleContext): Promise<Prepared> {
  const { records: known } = loaded
  if (!action.startsApproval && !action.savesFirst && !action.answersOnly) {
    const { ctx: full } = await actionContext(tx, command, type, doc, { prev: doc, known, redacted, ...(ctx.input && { input: ctx.input }) }, action.id)
    const next = await withSets(type, action, doc, full)
    refuse(await runSliced(type.findingActionIssues(action.id, doc, next, full)), action)
    return { doc: next, ctx: full, warnings: [] }
  }
  const prefix = action.failure ?? ''
  const given = { doc, prev: doc, action: action.id, key: record.key, prefix, known, redacted, ...(ctx.input && { input: ctx.input }) }
  const checked = await checkDocument(tx, command, type, given)
  const at = { company: command.session.company.code, type: type.manifest.id, key: record.key }
  await requireAttachment(tx, type, at, action.id, prefix, { doc: checked.doc, ctx: checked.loaded.ctx })
  const next = await withSets(type, action, checked.doc, checked.loaded.ctx)
  refuse(await runSliced(type.findingActionIssues(action.id, checked.doc, next === checked.doc ? undefined : next, checked.loaded.ctx)), action)
  return { doc: next, ctx: checked.loaded.ctx, warnings: checked.warnings }
}

function refuse(issues: FieldIssue[], action: ResolvedAction): void {
  if (issues.length > 0) throw invalidDocument(issues, action.failure ?? '')
}

async function perform(
  tx: Tx, command: CommandContext, type: CompiledType, action: ResolvedAction, { record, doc: before }: LockedRecord, { doc, ctx, warnings }: Prepared
): Promise<Written> {
  const { session, now } = command
  const { manifest } = type
  const at = { company: session.company.code, type: manifest.id, key: record.key }
  if (action.endsApproval) await cancelRound(tx, command, type, record.key)
  const started = approvalStartedBy(manifest, action)
  const open = started === undefined ? [] : await startRound(tx, command, type, started, { record, doc, ctx })
  // If no step applies, the document is approved at once.
  const approval = open.length === 0 ? started : undefined
  const left = approval === undefined ? doc : await withSets(type, approval, doc, ctx)
  const state = (await stateOf(type, approval?.approved ?? targetOf(action, record.state), left, ctx)) ?? record.state
  const next = await beginRun(tx, command, type, record, { doc: await inState(type, left, state, ctx), state, ctx })
  await prepareWrite(tx, command, manifest, record, { ...record, state, data: next })
  const written = await updateDocument(tx, manifest, at, record.rev, { state, owner: record.owner, data: next, by: session.actor.id, at: now })
  if (!written) throw new AppError('stale')
  await appendEvent(tx, {
    ...at, kind: action.id, actor: session.actor.id, from: record.state || null, to: state || null, ip: session.ip, at: now,
    changes: changesBetween(manifest, { ...before, [manifest.stateField]: state }, next)
  })
  await notify(tx, command, { kind: 'assigned', type, record: written, to: open.map(({ approver }) => approver), open })
  const brought = { type, record: written, doc: next, ctx }
  await applyConsequences(tx, command, action, { ...brought, action: action.id })
  if (approval !== undefined) await applyConsequences(tx, command, approval, { ...brought, action: 'approved' })
  if (approval !== undefined) await applyAndFollow(tx, command, type, written)
  const skipped = await runOnOthers(tx, command, type, { runs: [...action.runs, ...(approval?.runs ?? [])] }, { doc: next, ctx })
  return { record: written, warnings: [...warnings, ...skipped] }
}
