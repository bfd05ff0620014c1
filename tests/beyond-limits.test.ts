import { expect, test } from 'vitest'
import { valueFailure } from '../src/core/document/value-failure.ts'
import type { LimitName } from '../src/core/document/value-limits.ts'
import type { ResolvedField } from '../src/core/index.ts'
import { makeField } from '../src/core/testing/make-type.ts'
import { beyondLimits } from './beyond-limits.ts'
import { engineOfModules } from './store/support.ts'

/** A field for each limit: a new one needs its line here. */
const LIMITED: Record<LimitName, Partial<ResolvedField>> = {
  minLength: { minLength: 3 }, maxLength: { maxLength: 3 }, pattern: { pattern: '^[A-Z]{4}$' }, exclusiveMinimum: { type: 'number', exclusiveMinimum: 0 }, minimum: { type: 'number', minimum: 5 },
  maximum: { type: 'integer', maximum: 5 }, minItems: { type: 'array', minItems: 1 }, maxItems: { type: 'array', maxItems: 2 },
}

test.each(Object.entries(LIMITED))('a value beyond %s is found, and nothing else is wrong with it', (name, given) => {
  const field = makeField('field', given)
  expect(beyondLimits(field).map((value) => valueFailure(field, value)?.rule)).toEqual([name])
})

test('every limit of the shipped types has a value beyond it', async () => {
  const { catalogue } = await engineOfModules()
  const fields = Object.values(catalogue.types).flatMap(({ shape }) => Object.values(shape.fields)).flatMap((field) => [field, ...Object.values(field.line?.fields ?? {})])
  expect(fields.flatMap(beyondLimits).length).toBeGreaterThan(50)
})
