import { describe, expect, test } from 'vitest'
import { isSame, type Json } from './json.ts'

const isBlank = (value: Json): boolean => value === null || value === ''

describe('the comparison of two values', () => {
  type Pair = [Json | undefined, Json | undefined]
  /** Whether they are the same, either way round: exactly, and with blanks counted as absent. */
  const compared = (left: Json | undefined, right: Json | undefined): boolean[] => [isSame(left, right), isSame(right, left), isSame(left, right, isBlank), isSame(right, left, isBlank)]

  test.each<Pair>([[1, 1], [{ a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }], [undefined, undefined]])('%j and %j are the same', (left, right) => {
    expect(compared(left, right)).toEqual([true, true, true, true])
  })

  test.each<Pair>([[undefined, null], [null, ''], [{ a: 1, b: '' }, { a: 1 }], [[{ a: null }], [{}]]])('%j and %j are the same only when blanks count as absent', (left, right) => {
    expect(compared(left, right)).toEqual([false, false, true, true])
  })

  test.each<Pair>([
    [1, '1'], [[1, 2], [2, 1]], [[1], [1, 2]], [{ a: 1 }, [1]], [undefined, 0], [[''], [null]], [{}, { toString: 'x' }], [JSON.parse('{"__proto__": {}}') as Json, {}],
  ])('%j and %j differ', (left, right) => {
    expect(compared(left, right)).toEqual([false, false, false, false])
  })
})
