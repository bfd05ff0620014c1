import { expect, test } from 'vitest'
import deepEquals from './deep-equals.ts'

test.each([
  [{ a: [1, { b: 'x' }] }, { a: [1, { b: 'x' }] }, true],
  [{ a: 1 }, { a: 1, b: undefined }, false],
  [{ a: undefined }, { b: undefined }, false],
  [[1, 2], [2, 1], false],
  [[], {}, false],
  [null, {}, false],
  [Number.NaN, Number.NaN, true],
  [{ on: () => 1 }, { on: () => 2 }, true],
])('%j and %j are the same: %s', (a, b, expected) => {
  expect(deepEquals(a, b)).toBe(expected)
})
