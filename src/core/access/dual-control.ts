import { isAbsent, isEmptyList } from '../absence.ts'
import type { Doc, Json } from '../document/json.ts'
import type { ResolvedDocumentType, ResolvedField } from '../manifest/resolve/resolved.ts'

type Controlled = Pick<ResolvedDocumentType, 'shape' | 'dualControl'>

/**
 * The fields under dual control that differ between two versions of a record. An empty value and the default of a new record count as
 * equal.
 */
export function changedControlledFields(type: Controlled, before: Doc, after: Doc): ResolvedField[] {
  return changedAmong(type, type.dualControl?.fields, before, after)
}

/**
 * The fields that differ between two versions of a record and that the person may neither change nor request to change, because the record
 * is about them, or because they gain by the change.
 */
export function changedOwnFields(type: Controlled, employee: string | undefined, before: Doc, after: Doc): ResolvedField[] {
  const { dualControl } = type
  if (dualControl === undefined || employee === undefined) return []
  const { fields, notOwn = [], gainers = [], own } = dualControl
  if (!subjectsOf(type, after, before).includes(employee)) return changedAmong(type, gainers.filter((name) => after[name] === employee), before, after)
  return changedAmong(type, own === 'requested' ? notOwn : [...fields, ...notOwn], before, after)
}

/** Employee numbers of the people who gain by a change, such as a new supervisor. */
export function gainersOf(type: Controlled, before: Doc, after: Doc): string[] {
  const numbers = changedAmong(type, type.dualControl?.gainers, before, after).map(({ name }) => after[name])
  return [...new Set(numbers.filter((one): one is string => typeof one === 'string' && one !== ''))]
}

function changedAmong({ shape }: Controlled, names: readonly string[] = [], before: Doc, after: Doc): ResolvedField[] {
  return names.flatMap((name) => {
    const field = shape.fields[name]
    return field === undefined || serialisedValue(field, before[name]) === serialisedValue(field, after[name]) ? [] : [field]
  })
}

/** Employee numbers of the people whom the record is about, before or after a change. */
export function subjectsOf({ dualControl }: Controlled, ...docs: Doc[]): string[] {
  const about = dualControl?.about
  return about === undefined ? [] : [...new Set(docs.map((doc) => doc[about]).filter((one): one is string => typeof one === 'string' && one !== ''))]
}

/** The value as a change request stores it: JSON, with null for an empty value or the default of a new record. */
export function serialisedValue(field: Pick<ResolvedField, 'default'>, value: Json | undefined): string {
  return JSON.stringify(isAbsent(value) || isEmptyList(value) || value === field.default ? null : value)
}
