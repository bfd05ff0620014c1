/** The fields of a record under dual control, as lines of a change request. */
import { enumTitle, groupedNumber, keysIn, plainText, serialisedValue, type CompiledType, type Doc, type Json, type JsonObject, type ResolvedField } from '../../../core/index.ts'
import type { Db } from '../../store/connection/database.ts'
import { loadRecords, refKey, type LoadedRecords } from '../../store/lists/references.ts'

/** One line of a request: the values as people read them, and as stored, in JSON. */
export interface AskedChange extends JsonObject { field: string; title: string; from: string; to: string; fromValue: string; toValue: string }

/**
 * Every field of a new record with an entered value. Computed fields are left out, since they follow from the others, and so is the state.
 */
export function enteredIn({ manifest }: CompiledType, doc: Doc): ResolvedField[] {
  return Object.values(manifest.shape.fields).filter((field) => field.compute === undefined && field.name !== manifest.stateField && serialisedValue(field, doc[field.name]) !== 'null')
}

/** The lines of a request for these fields; references show the label of the record they point to. */
export async function describeChanges(db: Db, company: string, fields: ResolvedField[], before: Doc, after: Doc, labelOf: (type: string) => string): Promise<AskedChange[]> {
  const refs = fields.flatMap(({ name, ref }) => (ref === undefined ? [] : [before[name], after[name]].flatMap(keysIn).map((key) => ({ type: ref.to, key }))))
  const records = await loadRecords(db, company, refs)
  return fields.map((field) => ({
    field: field.name, title: field.title,
    from: shown(field, before[field.name], records, labelOf), to: shown(field, after[field.name], records, labelOf),
    fromValue: serialisedValue(field, before[field.name]), toValue: serialisedValue(field, after[field.name]),
  }))
}

function shown(field: ResolvedField, value: Json | undefined, records: LoadedRecords, labelOf: (type: string) => string): string {
  if (value === undefined || value === null || value === '') return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return field.money === undefined ? String(value) : groupedNumber(value)
  if (Array.isArray(value) && field.line !== undefined) return `${value.length} ${value.length === 1 ? 'line' : 'lines'}`
  if (Array.isArray(value)) return value.map((one) => (field.ref === undefined ? plainText(one) : shown(field, one, records, labelOf))).join(', ')
  if (field.ref !== undefined && typeof value === 'string') {
    const label = records.get(refKey(field.ref.to, value))?.data[labelOf(field.ref.to)]
    return typeof label === 'string' && label !== value ? `${value} ${label}` : value
  }
  return enumTitle(field, value)
}
