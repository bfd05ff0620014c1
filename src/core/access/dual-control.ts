import type { Doc, Json } from '../document/json.ts'
import type { ResolvedDocumentType, ResolvedField } from '../manifest/resolve/resolved.ts'

type Controlled = Pick<ResolvedDocumentType, 'shape' | 'dualControl'>

/** The fields under dual control that differ. What is empty and what a new record has by itself count as one. */
export function controlledBetween({ shape, dualControl }: Controlled, before: Doc, after: Doc): ResolvedField[] {
  return (dualControl?.fields ?? []).flatMap((name) => {
    const field = shape.fields[name]
    return field === undefined || storedText(field, before[name]) === storedText(field, after[name]) ? [] : [field]
  })
}

/** Whom the record is about, before or after a change, by number. */
export function concerned({ dualControl }: Controlled, ...docs: Doc[]): string[] {
  const about = dualControl?.about
  return about === undefined ? [] : [...new Set(docs.map((doc) => doc[about]).filter((one): one is string => typeof one === 'string' && one !== ''))]
}

/** Whether the person may not even ask for a change: it is about them. */
export function isOwnChange(type: Controlled, employee: string | undefined, ...docs: Doc[]): boolean {
  return type.dualControl?.own !== 'requested' && employee !== undefined && concerned(type, ...docs).includes(employee)
}

/** The value as a request keeps it: JSON, with null for what is empty or what a new record has by itself. */
export function storedText(field: Pick<ResolvedField, 'default'>, value: Json | undefined): string {
  const isEmpty = value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  return JSON.stringify(isEmpty || value === field.default ? null : value)
}
