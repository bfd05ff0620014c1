/** Labels of referenced records, for texts in which a code alone says little: columns of lists and summaries for approvers. */
import { keysIn, matches, referenceIn, referencesOfField, type CompiledType, type Json, type JsonObject, type ResolvedDocumentType, type ResolvedField, type ResolvedReference, type StoredRecord } from '../../core/index.ts'
import { plainContext, rowsOf, type CommandContext } from '../commands/context.ts'
import type { Db } from '../store/connection/database.ts'
import { loadRecords, refKey } from '../store/lists/references.ts'

/** The label of a record as the current user may see it; undefined if the user may not see it, it has none, or it is gone. */
export type LabelReader = (type: string, key: string) => string | undefined

const NO_LABELS: LabelReader = () => undefined
const NOBODY: ReadonlySet<string> = new Set()

/** Reads the labels of the records that these fields of the documents refer to, in one query. */
export async function readLabels(db: Db, command: CommandContext, documents: { fields: readonly ResolvedField[]; doc: JsonObject }[]): Promise<LabelReader> {
  const { engine, session } = command
  const wanted = documents.flatMap(({ fields, doc }) => fields.flatMap((field) => referredIn(referenceIn(field, doc), doc[field.name])))
  const distinct = [...new Map(wanted.map((ref) => [refKey(ref.type, ref.key), ref])).values()].filter(({ type }) => engine.has(type))
  if (distinct.length === 0) return NO_LABELS
  const records = await loadRecords(db, session.company.code, distinct)
  return (type, key) => {
    const record = records.get(refKey(type, key))
    return record === undefined ? undefined : labelFor(command, type, record)
  }
}

/**
 * Fields of the type that refer to other records and whose column shows their label: by its format, or, without one, beside their key if they
 * are masters, whose labels are names (that of a document is what it is about).
 */
export function labelledColumns({ list, shape }: Pick<ResolvedDocumentType, 'list' | 'shape'>): ResolvedField[] {
  const { row, group, title = [], details = [] } = list.calendar ?? {}
  const ofCalendar = [row ?? [], group ?? [], title, details].flat().filter((name) => !Object.hasOwn(list.columns, name)).map((field) => ({ field, format: undefined }))
  return [...Object.values(list.columns), ...new Map(ofCalendar.map((one) => [one.field, one])).values()].flatMap(({ field, format }) => {
    const found = shape.fields[field]
    return found !== undefined && referencesOfField(found).length > 0 && (format === undefined || format === 'label' || format === 'caption') ? [found] : []
  })
}

/**
 * Adds to rows, as they are sent, the labels of their columns that show them; not of a field that is redacted in the row. Several records in
 * one field have theirs in one text, with the keys of those that show none.
 */
export async function addLabels(db: Db, command: CommandContext, { manifest }: Pick<CompiledType, 'manifest'>, rows: { doc: JsonObject; wire: JsonObject }[]): Promise<void> {
  const fields = labelledColumns(manifest)
  if (fields.length === 0) return
  const labels = await readLabels(db, command, rows.map(({ doc }) => ({ fields, doc })))
  for (const { doc, wire } of rows) {
    const shown = fields.flatMap((field) => {
      const ref = referenceIn(field, doc)
      const isShown = ref !== undefined && (manifest.list.columns[field.name]?.format !== undefined || command.engine.type(ref.to).manifest.kind === 'master')
      const label = isShown ? labelOf(labels, ref, wire[field.wire]) : undefined
      return label === undefined ? [] : [[field.name, label] as const]
    })
    if (shown.length > 0) wire['_labels'] = Object.fromEntries(shown)
  }
}

function labelOf(labels: LabelReader, { to }: ResolvedReference, value: Json | undefined): string | undefined {
  if (!Array.isArray(value)) return typeof value === 'string' ? labels(to, value) : undefined
  return value.length === 0 ? undefined : keysIn(value).map((key) => labels(to, key) ?? key).join(', ')
}

function referredIn(ref: ResolvedReference | undefined, value: Json | undefined): { type: string; key: string }[] {
  return ref === undefined ? [] : keysIn(value).map((key) => ({ type: ref.to, key }))
}

function labelFor(command: CommandContext, id: string, record: StoredRecord): string | undefined {
  const type = command.engine.type(id)
  const { label } = type.manifest
  const isSeen = (['list', 'get'] as const).some((verb) => matches(rowsOf(command, type, verb), record, NOBODY))
  if (!isSeen || type.redacted(record, command.session.actor, { ctx: plainContext(command) }).has(label)) return undefined
  const text = record.data[label]
  return typeof text === 'string' && text !== '' && text !== record.key ? text : undefined
}
