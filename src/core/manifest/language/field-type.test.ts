import { expect, test } from 'vitest'
import { fieldTypeOf } from './field-type.ts'

test.each([
  [{}, 'string'], [{ 'x-money': '' }, 'number'], [{ 'x-money': 'currency' }, 'number'], [{ items: { $ref: '#/$defs/line' } }, 'array'],
  [{ items: { type: 'string' } }, 'array'], [{ 'x-file': {} }, 'object'], [{ type: 'integer', 'x-money': '' }, 'integer'], [{ type: 'boolean' }, 'boolean'],
] as [Parameters<typeof fieldTypeOf>[0], string][])('%j is of type %s', (field, type) => {
  expect(fieldTypeOf(field)).toBe(type)
})
