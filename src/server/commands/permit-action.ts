/** Whether the current user may perform an action on a record, and why not. */
import { stateForReader, stateLabel, type CompiledType, type Doc, type RuleContext, type RecordRelation } from '../../core/index.ts'
import { AppError, invalidDocument, type ErrorCode } from '../errors.ts'
import { runSliced } from '../in-pieces.ts'
import { requireStepUpForAction } from '../sign-in/step-up.ts'
import { asText, titleFor, type CommandContext } from './context.ts'
import type { Session } from '../services.ts'

const REFUSALS: Record<'state' | 'who' | 'when', ErrorCode> = { state: 'wrong-state', who: 'action-not-yours', when: 'action-not-now' }

export interface ActionCase { doc: Doc; ctx: RuleContext; relation: RecordRelation; isNew: boolean }
type Who = Pick<CommandContext, 'session' | 'now'>

/** @throws AppError if the action is not allowed now, or if it requires a confirmation of identity first */
export async function permitAction(type: CompiledType, { session, now }: Who, action: string, actionCase: ActionCase): Promise<void> {
  const { allowed, refused } = await findActions(type, actionCase)
  if (allowed.includes(action)) return requireStepUpForAction(session, type.manifest.actions[action], now)
  const reason = refused[action]
  if (reason === undefined) throw new AppError('not-found')
  throw refusal(type, session, action, reason, actionCase)
}

/** Returns the first allowed action that saves or deletes. @throws AppError if there is none */
export async function permitKind(type: CompiledType, { session, now }: Who, kind: 'saves' | 'deletes', actionCase: ActionCase): Promise<string> {
  const { allowed, refused } = await findActions(type, actionCase)
  const isOfKind = (id: string): boolean => type.manifest.actions[id]?.[kind] === true
  const found = allowed.find(isOfKind)
  if (found !== undefined) {
    requireStepUpForAction(session, type.manifest.actions[found], now)
    return found
  }
  const ofKind = Object.keys(refused).filter(isOfKind)
  // Prefer a refusal that applies to the current state.
  const first = ofKind.find((id) => refused[id] === 'when') ?? ofKind[0]
  const reason = first === undefined ? undefined : refused[first]
  if (first !== undefined && reason !== undefined && reason !== 'who') throw refusal(type, session, first, reason, actionCase)
  const onRecord: ErrorCode = kind === 'saves' ? 'update-not-allowed' : 'delete-not-allowed'
  throw new AppError(actionCase.isNew ? 'create-not-allowed' : onRecord, { title: titleFor(type, session), no: asText(actionCase.doc[type.manifest.key]) })
}

function findActions(type: CompiledType, { doc, ctx, relation, isNew }: ActionCase): Promise<ReturnType<CompiledType['actions']>> {
  return runSliced(type.findingActions(doc, ctx, relation, isNew))
}

function refusal(type: CompiledType, session: Session, action: string, reason: 'state' | 'who' | 'when', { doc, ctx }: ActionCase): AppError {
  const { manifest } = type
  const label = manifest.actions[action]?.label.text ?? action
  // A user from whom the state is withheld must not learn it from the refusal.
  const state = stateForReader(manifest, asText(doc[manifest.stateField]), ctx.redacted)
  return new AppError(reason === 'state' && state === undefined ? 'action-not-now' : REFUSALS[reason], {
    action: label, title: titleFor(type, session), no: asText(doc[manifest.key]), state: stateLabel(manifest, state ?? ''),
  })
}

/** The current user's relation to a record. */
export function relationToRecord(session: Session, owner: string | undefined, hasOpenEntry: boolean): RecordRelation {
  return { isOwner: owner !== undefined && session.actor.employee === owner, hasOpenEntry }
}

/** Whether a save through this action may change the field: an action that lists `fields` leaves the others alone. */
export function isOpen({ manifest }: CompiledType, action: string, field: string | undefined): boolean {
  const fields = manifest.actions[action]?.fields
  return fields === undefined || (field !== undefined && fields.includes(field))
}

/** @throws AppError invalid-document if the action may not change the record's files */
export function requireOpenFiles(type: CompiledType, action: string): void {
  const field = type.manifest.attachments?.field ?? ''
  if (isOpen(type, action, field)) return
  throw invalidDocument([{ path: field, rule: 'readOnly', message: type.message('readOnly', { label: 'Attachments' }), severity: 'error' }])
}
