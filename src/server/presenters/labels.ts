/** Labels of referenced records, for texts in which a code alone says little: columns of lists and summaries for approvers. */
import { keysIn, matches, referenceIn, referencesOfField, type CompiledType, type Json, type JsonObject, type ResolvedDocumentType, type ResolvedField, type ResolvedReference, type StoredRecord } from '../../core/index.ts'
import { plainContext, rowsOf, type CommandContext } from '../commands/context.ts'
import type { Db } from '../store/connection/database.ts'
import type { ListCriteria, SortField } from '../store/lists/list-documents.ts'
import { listRecords, loadRecords, MAX_LISTED, refKey } from '../store/lists/references.ts'

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

/** The criteria ordered by what the columns show: where that is the label of a record, by the label that the current user sees. */
export async function orderedAsShown(db: Db, command: CommandContext, { manifest }: Pick<CompiledType, 'manifest'>, criteria: ListCriteria): Promise<ListCriteria> {
  return { ...criteria, sort: await Promise.all(criteria.sort.map((one) => sortedAsShown(db, command, manifest, one))) }
}

/** Of more records than a list of masters may have, the codes order the list. */
async function sortedAsShown(db: Db, command: CommandContext, { list }: ResolvedDocumentType, sort: SortField): Promise<SortField> {
  const { name, ref, type: valueType } = sort.field
  const column = list.columns[name]
  if (column === undefined || ref === undefined || valueType !== 'string' || !command.engine.has(ref.to)) return sort
  const type = command.engine.type(ref.to)
  // The format "caption" begins with the code.
  if (column.format !== 'label' && !(column.format === undefined && type.manifest.kind === 'master')) return sort
  const records = await listRecords(db, command.session.company.code, ref.to, (['list', 'get'] as const).map((verb) => rowsOf(command, type, verb)))
  if (records.length >= MAX_LISTED) return sort
  const labels = Object.fromEntries(records.flatMap((record) => {
    const label = labelFor(command, ref.to, record)
    return label === undefined ? [] : [[record.key, label]]
  }))
  return { ...sort, labels }
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
