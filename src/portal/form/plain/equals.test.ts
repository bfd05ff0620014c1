import { deepEquals } from '@rjsf/utils'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createCustomEqual } from './equals.ts'

const isEqual = createCustomEqual()
const value = fc.oneof(fc.jsonValue(), fc.constant(undefined), fc.dictionary(fc.constantFrom('a', 'b'), fc.oneof(fc.integer({ max: 1, min: 0 }), fc.constant(undefined), fc.array(fc.boolean(), { maxLength: 2 }))))

it('two values are equal where rjsf holds them for equal', () => {
  fc.assert(fc.property(value, value, (one, other) => isEqual(one, other) === deepEquals(one, other)))
  fc.assert(fc.property(value, (one) => isEqual(one, structuredClone(one)) === deepEquals(one, structuredClone(one))))
})

it.each([
  ['two functions', { change: () => 1 }, { change: () => 2 }, true],
  ['a function and none', { change: () => 1 }, { change: 1 }, false],
  ['an undefined value and none', { a: undefined }, { b: undefined }, false],
  ['a list and an object', [], {}, false],
  ['not a number', Number.NaN, Number.NaN, true],
])('%s', (_, one, other, expected) => {
  expect(isEqual(one, other)).toBe(expected)
  expect(deepEquals(one, other)).toBe(expected)
})
