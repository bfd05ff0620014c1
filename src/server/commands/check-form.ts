/** Says what the server would make of a form, without writing anything. */
import { initialState, isFormAction, lockedChanges, wireName, type CompiledType, type Doc, type FieldIssue, type FieldPaths, type JsonObject, type RuleContext, type StoredRecord } from '../../core/index.ts'
import { AppError } from '../errors.ts'
import { runSliced } from '../in-pieces.ts'
import { switchedOffFor } from '../settings/arrangement.ts'
import type { Tx } from '../store/connection/database.ts'
import { acceptForm } from './accept-form.ts'
import { examineDocument, type DocumentCase } from './check-document.ts'
import { plainContext, rowsOf, titleFor, typeOf, type CommandContext } from './context.ts'
import { enteredContext } from './entered-context.ts'
import { keepKnownFiles, type FieldFile } from './file-fields.ts'
import { lockRecord } from './load-record.ts'
import { permitKind } from './permit-action.ts'

export interface CheckRequest {
  type: string
  /** The stored record that the form changes; undefined for a new one. */
  key: string | undefined
  rev: number | undefined
  body: JsonObject
  files: FieldFile[]
  /** The action whose rules are checked; undefined for a save. */
  action: string | undefined
  /** Header fields, with their lines, whose issues count; undefined for all. */
  fields: readonly string[] | undefined
  /** Fields of the body whose values are entered one after another as in a form, so that rules propose what follows from each. */
  entered?: readonly string[]
}

export interface CheckedForm {
  type: CompiledType
  /** The record as it would be stored. */
  record: StoredRecord
  doc: Doc
  ctx: RuleContext
  redacted: FieldPaths
  issues: FieldIssue[]
}

/**
 * Accepts a form as a save would, and finds what would refuse it. Must run in a transaction that is rolled back.
 * @throws AppError if the caller may not create such a record, or not change this one
 */
export async function checkForm(tx: Tx, command: CommandContext, request: CheckRequest): Promise<CheckedForm> {
  const type = typeOf(command.engine, request.type)
  const start = request.key === undefined ? startNew(command, type) : await startStored(tx, command, type, request.key, request.rev)
  const { stored, around, redacted } = start
  const accepted = await acceptForm(tx, command, type, request.body, { ...(stored && { stored }), around, redacted })
  const filed = keepKnownFiles(type, accepted.doc, stored, request.files)
  const stamped = stored === undefined ? await runSliced(type.stamping(filed.doc, accepted.ctx)) : filed.doc
  const doc = request.entered === undefined || request.entered.length === 0 ? stamped : await withProposals(tx, command, type, stamped, { entered: request.entered, prev: stored })
  const action = actionFor(type, request.action, start.saves)
  const found = [...accepted.issues, ...filed.issues, ...(stored === undefined ? [] : lockedChanges(type.manifest, type.manifest.actions[start.saves], stored, filed.doc))]
  const examined = await examineDocument(tx, command, type, caseOf(request, start, { doc, action, issues: found }))
  const { key, state, owner } = start.record ?? { key: '', state: initialState(type.manifest) ?? '', owner: command.session.actor.employee }
  return {
    type, doc: examined.doc, ctx: examined.loaded.ctx, redacted,
    record: { key, state, rev: start.record?.rev ?? 1, data: examined.doc, ...(owner !== undefined && { owner }) },
    issues: counting(request.fields, [...examined.issues.filter(({ severity }) => severity === 'error'), ...examined.warnings]),
  }
}

interface Start { stored: Doc | undefined; record: StoredRecord | undefined; around: RuleContext; redacted: FieldPaths; /** The action that would save. */ saves: string }

function startNew(command: CommandContext, type: CompiledType): Start {
  const { session } = command
  const around = plainContext(command)
  if (rowsOf(command, type, 'create').kind === 'never' || type.manifest.kind === 'ledger') throw new AppError('create-not-allowed', { title: titleFor(type, session) })
  if (switchedOffFor(command.engine, session).types.has(type.manifest.id)) throw new AppError('package-off', { title: titleFor(type, session) })
  return { stored: undefined, record: undefined, around, redacted: type.redacted(undefined, session.actor, { ctx: around }), saves: 'save' }
}

async function startStored(tx: Tx, command: CommandContext, type: CompiledType, key: string, rev: number | undefined): Promise<Start> {
  const { record, doc, relation, loaded, redacted } = await lockRecord(tx, command, type, key, rev)
  const saves = await permitKind(type, command, 'saves', { doc, ctx: loaded.ctx, relation, isNew: false })
  return { stored: doc, record, around: { ...loaded.ctx, prev: doc }, redacted, saves }
}

function caseOf({ key }: CheckRequest, { stored, redacted }: Start, { doc, action, issues }: Pick<DocumentCase, 'doc' | 'action' | 'issues'>): DocumentCase {
  return { doc, action, redacted, ...(issues && { issues }), ...(stored && { prev: stored }), ...(key !== undefined && { key }) }
}

/** @throws AppError invalid-request for an action that does not belong to a form */
function actionFor({ manifest }: CompiledType, asked: string | undefined, saves: string): string {
  if (asked === undefined) return saves
  const action = Object.hasOwn(manifest.actions, asked) ? manifest.actions[asked] : undefined
  if (asked === 'save' || (action !== undefined && isFormAction(action))) return asked
  throw new AppError('invalid-request', { reason: `"${asked.slice(0, 60)}" is no action that a form is saved or sent by.` })
}

/** The document after the fields were entered one after another, with what rules propose after each. */
async function withProposals(tx: Tx, command: CommandContext, type: CompiledType, doc: Doc, { entered, prev }: { entered: readonly string[]; prev: Doc | undefined }): Promise<Doc> {
  const { ctx } = await enteredContext(tx, command, type, doc, prev === undefined ? {} : { prev })
  const session = type.session(Object.fromEntries(Object.entries(doc).filter(([name]) => !entered.includes(name))), ctx)
  for (const name of entered) session.set(name, doc[name])
  return session.doc()
}

function counting(fields: readonly string[] | undefined, issues: FieldIssue[]): FieldIssue[] {
  return fields === undefined ? issues : issues.filter(({ path }) => fields.includes(path.split('.', 1)[0] ?? ''))
}

/** The fields under their names in calls. @throws AppError invalid-request for a name that is no field */
export function fieldsNamed({ manifest: { shape } }: CompiledType, names: readonly string[]): string[] {
  return names.map((name) => {
    const field = Object.values(shape.fields).find((one) => !one.internal && wireName(shape, one.name) === name)
    if (field === undefined) throw new AppError('invalid-request', { reason: `there is no field "${name.slice(0, 60)}".` })
    return field.name
  })
}
