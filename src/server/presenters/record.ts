import { mayDecideFor, type CompiledType, type JsonObject, type Pieces, type StoredRecord } from '../../core/index.ts'
import { API_PREFIX, type Attachment } from '../../contract/index.ts'
import { docOf } from '../commands/check-document.ts'
import { approverNumber, contextWithRefs, plainContext, type CommandContext } from '../commands/context.ts'
import { runSliced } from '../in-pieces.ts'
import { withLiveFields } from '../commands/figures.ts'
import { relationToRecord } from '../commands/permit-action.ts'
import type { ListedEntry } from '../store/approvals/approval-entries.ts'
import { readCardExtras, type CardExtras } from '../store/approvals/card-extras.ts'
import type { Db } from '../store/connection/database.ts'
import type { FileInfo } from '../store/files/files.ts'
import type { ListRow } from '../store/lists/list-documents.ts'
import { presentEntry } from './approval-entry.ts'
import { waitingChanges } from './waiting-changes.ts'

/** The files and entries of a record that was just created without files. */
export const NO_EXTRAS: CardExtras = { files: [], entries: [] }
const NONE: ReadonlySet<string> = new Set()

/**
 * A record with everything its card shows: fields, files, approval entries and the allowed actions. `known` saves the query if the caller
 * already has files and entries.
 */
export async function presentRecord(db: Db, command: CommandContext, type: CompiledType, record: StoredRecord, known?: CardExtras): Promise<JsonObject> {
  const { session, engine } = command
  const { manifest } = type
  const at = { company: session.company.code, type: manifest.id, key: record.key }
  const hasNone = !manifest.attachments && !manifest.approval
  const { files, entries: rows } = known ?? (hasNone ? NO_EXTRAS : await readCardExtras(db, engine.catalogue.organisation, at))
  const doc = docOf(type, record)
  const { ctx } = needsRefs(type) ? await contextWithRefs(db, command, type, [doc]) : { ctx: plainContext(command) }
  const me = approverNumber(session)
  const decidesFor = (row: ListedEntry): boolean => mayDecideFor(session.actor.delegations ?? [], row, me, session.actor.roles)
  const hasOpenEntry = rows.some((row) => (row.status === 'Open' && row.approver === me) || decidesFor(row))
  const { allowed, refused } = await runSliced(type.findingActions(doc, ctx, relationToRecord(session, record.owner, hasOpenEntry), false))
  const entries = rows.map((row) => presentEntry(command, row, type))
  const shown = await withLiveFields(db, at.company, type, record, doc, ctx)
  return {
    ...type.project(shown, session.actor, { ctx, assigned: rows.some((row) => row.approver === me || row.original_approver === me || decidesFor(row)) ? new Set([record.key]) : NONE }),
    ...(manifest.attachments && { [manifest.attachments.field]: files.map((file) => presentFile(manifest.id, record.key, file)) }),
    ...(manifest.approval && { approvalEntry: entries, approvalEntries: entries }),
    _actions: allowed,
    _refused: refused,
    _rev: record.rev,
    _links: linksOf(type, record.key),
    ...(manifest.dualControl && { _requests: await waitingChanges(db, command, type, record) }),
  }
}

/** Presents the rows of a list, in pieces: fields and allowed actions. */
export function* presentingRows(type: CompiledType, command: CommandContext, rows: readonly ListRow[], ctx: ReturnType<typeof plainContext>): Pieces<JsonObject[]> {
  const wires: JsonObject[] = []
  for (const row of rows) wires.push(yield* presentingRow(type, command, row, ctx))
  return wires
}

function* presentingRow(type: CompiledType, command: CommandContext, row: ListRow, ctx: ReturnType<typeof plainContext>): Pieces<JsonObject> {
  const { record } = row
  const wire = type.project(record, command.session.actor, { ctx, assigned: row.hasOpenEntry ? new Set([record.key]) : NONE })
  yield
  wire['_actions'] = (yield* type.findingActions(docOf(type, record), ctx, relationToRecord(command.session, record.owner, row.hasOpenEntry), false)).allowed
  return wire
}

const refNeeds = new WeakMap<CompiledType, boolean>()

/** Whether conditions of the type's actions and row permissions, or its live fields, may read referenced records, detected by their names. */
export function needsRefs(type: CompiledType): boolean {
  const known = refNeeds.get(type)
  if (known !== undefined) return known
  const { manifest } = type
  const fields = Object.values(manifest.shape.fields)
  const names = [...fields, ...fields.flatMap((field) => Object.values(field.line?.fields ?? {}))].flatMap((field) => field.ref?.as ?? [])
  const conditions = [...fields.flatMap(({ live, compute }) => (live === undefined ? [] : (compute ?? []))), ...Object.values(manifest.actions).flatMap((action) => action.when ?? []), ...Object.values(manifest.permissions).map((one) => one.rows)]
  const needed = names.some((name) => conditions.some((condition) => new RegExp(`\\b${name}\\b`).test(condition)))
  refNeeds.set(type, needed)
  return needed
}

function presentFile(type: string, key: string, file: FileInfo): Attachment {
  return {
    id: file.id, fileName: file.name, mediaType: file.media_type, size: file.size,
    attachment: `${API_PREFIX}/documents/${type}/${encodeURIComponent(key)}/files/${file.id}`
  }
}

function linksOf({ manifest }: CompiledType, key: string): JsonObject {
  const self = `${API_PREFIX}/documents/${manifest.id}/${encodeURIComponent(key)}`
  const prints = Object.keys(manifest.print).map((name): [string, string] => [name, `${self}/print/${name}`])
  return { self, events: `${self}/events`, print: Object.fromEntries(prints) }
}
