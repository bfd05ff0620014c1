/** Shared by the code that calls a document type. */
import { addDays, isObject, type JsonObject, type ResolvedDocumentType, type ResolvedField } from '../../src/core/index.ts'
import type { Material } from '../http/machines/material.ts'
import type { Recorder } from './recorder.ts'

export interface Drive {
  recorder: Recorder
  type: ResolvedDocumentType
  types: Record<string, ResolvedDocumentType>
  /** `documents/<type>` */
  base: string
  material: Material
  today: string
}

/** Who can create a record, from what, and the keys of the created ones; none for a type that nobody creates. */
export interface Made { by: string | undefined; good: (key: number) => JsonObject; keys: string[] }

/** The key's name on the wire. */
export const keyWire = ({ shape, key }: ResolvedDocumentType): string => shape.fields[key]?.wire ?? key

/** The longest text that counts as the number of something, such as an invoice. */
const MAX_NUMBER = 50
/** After as many, the days are those of the first again. */
const MAX_WEEKS = 40

/**
 * The values as those of another matter, so that what may be claimed once is not claimed again: numbers of invoices and receipts have a
 * suffix, and days to come lie weeks later, but within the year in which journeys are planned.
 */
export function ofAnotherMatter({ type, today }: Pick<Drive, 'type' | 'today'>, values: JsonObject, turn: number): JsonObject {
  const change = (fields: Record<string, ResolvedField>, from: JsonObject): JsonObject => Object.fromEntries(Object.entries(from).map(([wire, value]) => {
    const field = Object.values(fields).find((one) => one.wire === wire)
    if (field === undefined || field.name === type.key || field.name === type.stateField) return [wire, value]
    if (field.line !== undefined && Array.isArray(value)) return [wire, value.map((line) => (isObject(line) ? change(field.line?.fields ?? {}, line) : line))]
    if (typeof value !== 'string') return [wire, value]
    if (field.format === 'date') return [wire, value > today ? addDays(value, 7 * (turn % MAX_WEEKS + 1)) : value]
    const isNumber = field.type === 'string' && field.format === undefined && field.pattern === undefined && field.ref === undefined && field.enum === undefined && field.choices === undefined && field.maxLength === MAX_NUMBER
    return [wire, isNumber ? `${value} ${turn}` : value]
  }))
  return change(type.shape.fields, values)
}
