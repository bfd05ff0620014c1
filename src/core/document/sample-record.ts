/** An invented record, for what must not depend on anything that people entered. */
import type { ResolvedDocumentType, ResolvedField, ResolvedShape } from '../manifest/resolve/resolved.ts'
import type { Json, JsonObject } from './json.ts'
import type { StoredRecord } from './stored-record.ts'

export interface SampleSize {
  /** The number of lines in each table. */
  lines: number
  /** The date of every date field. */
  today: string
}

/** Letters of an invented text: about as many as people write into a description. */
const TEXT_LENGTH = 40

/** Returns a record of the type in the state, with an invented value in every field. */
export function sampleRecord(manifest: ResolvedDocumentType, state: string, size: SampleSize): StoredRecord {
  return { key: 'SAMPLE', state, rev: 1, data: sampleOf(manifest.shape, size) }
}

function sampleOf(shape: ResolvedShape, size: SampleSize): JsonObject {
  const sample: JsonObject = {}
  for (const field of Object.values(shape.fields)) {
    const value = sampleValue(field, size)
    if (value !== undefined) sample[field.name] = value
  }
  return sample
}

function sampleValue({ type, format, enum: [first] = [], line, parts, maxLength = TEXT_LENGTH }: ResolvedField, size: SampleSize): Json | undefined {
  if (first !== undefined) return first
  if (line !== undefined) return Array.from({ length: size.lines }, () => sampleOf(line, size))
  if (parts !== undefined) return sampleOf(parts, size)
  if (type === 'boolean') return true
  if (type === 'number' || type === 'integer') return 1
  if (type !== 'string') return undefined
  if (format === 'date') return size.today
  if (format === 'date-time') return `${size.today}T09:00:00Z`
  return format === 'time' ? '09:00' : 'x'.repeat(Math.min(maxLength, TEXT_LENGTH))
}
