import { expect, test } from 'vitest'
import type { Lookup } from '../language/manifest.generated.ts'
import { resolveLookup } from './resolve-lookup.ts'
import type { ResolvedField } from './resolved.ts'

const FIELDS: Record<string, Pick<ResolvedField, 'type' | 'format'>> = { day: { type: 'string', format: 'date' }, at: { type: 'string', format: 'date-time' }, note: { type: 'string' }, amount: { type: 'number' } }
const others = { fieldTypeOf: (_: string, field: string) => FIELDS[field]?.type, fieldFormatOf: (_: string, field: string) => FIELDS[field]?.format }

test.each<[string, Partial<Lookup>, Pick<ResolvedField, 'format'> & { value: string }]>([
  ['the greatest date', { max: 'day' }, { value: 'string', format: 'date' }],
  ['the time of the latest record', { latest: { field: 'at', by: 'day' } }, { value: 'string', format: 'date-time' }],
  ['the text of the latest record', { latest: { field: 'note', by: 'day' } }, { value: 'string' }],
  ['a sum', { sum: 'amount' }, { value: 'number' }],
  ['a count by day', { per: 'day' }, { value: 'number' }],
])('a lookup has the type and format of its figure: %s', (_, given, expected) => {
  const { value, format } = resolveLookup('figure', { of: 'expense', where: 'true', ...given }, others)
  expect({ value, format }).toEqual({ format: undefined, ...expected })
})
