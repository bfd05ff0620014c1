import { isAbsent, isEmptyList } from '../absence.ts'
import type { Doc, Json } from '../document/json.ts'
import type { ResolvedDocumentType, ResolvedField } from '../manifest/resolve/resolved.ts'

type Controlled = Pick<ResolvedDocumentType, 'shape' | 'dualControl'>

/**
 * The fields under dual control that differ between two versions of a record. In a record that is created or deleted (the other version is
 * empty), a default that nobody chose does not count.
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
  const isWhole = [before, after].some((doc) => Object.keys(doc).length === 0)
  return names.flatMap((name) => {
    const field = shape.fields[name]
    if (field === undefined) return []
    // Rules read an empty value as false or 0, which such a default is not.
    const isEmptied = !isWhole && Boolean(field.default) && isAbsent(before[name]) !== isAbsent(after[name])
    return isEmptied || serialisedValue(field, before[name]) !== serialisedValue(field, after[name]) ? [field] : []
  })
}

/**
 * The form with its controlled fields that were emptied at their defaults: a request stores an empty value and a default alike, so that
 * emptying would otherwise be a change that no second person sees. A field that was empty before stays so.
 * @param before the stored record; undefined for a new one.
 */
export function withoutEmptied({ shape, dualControl }: Controlled, before: Doc | undefined, form: Doc): Doc {
  if (dualControl === undefined) return form
  const emptied = [...dualControl.fields, ...(dualControl.notOwn ?? [])].flatMap((name): [string, Json][] => {
    const preset = shape.fields[name]?.default
    return preset === undefined || !isAbsent(form[name]) || (before !== undefined && isAbsent(before[name])) ? [] : [[name, preset]]
  })
  return { ...form, ...Object.fromEntries(emptied) }
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
