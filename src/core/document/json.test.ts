import { describe, expect, test } from 'vitest'
import { isSame, type Json } from './json.ts'

const isBlank = (value: Json): boolean => value === null || value === ''

describe('the comparison of two values', () => {
  test.each<[Json | undefined, Json | undefined, boolean, boolean]>([
    [1, 1, true, true], [1, '1', false, false], [[1, 2], [2, 1], false, false], [[1], [1, 2], false, false],
    [{ a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }, true, true], [{ a: 1 }, [1], false, false],
    [undefined, undefined, true, true], [undefined, null, false, true], [null, '', false, true], [undefined, 0, false, false],
    [{ a: 1, b: '' }, { a: 1 }, false, true], [[{ a: null }], [{}], false, true], [[''], [null], false, false], [{}, { toString: 'x' }, false, false],
    [JSON.parse('{"__proto__": {}}') as Json, {}, false, false],
  ])('whether %j and %j are the same is %s, and %s when blanks count as absent', (left, right, exactly, butForBlanks) => {
    expect([isSame(left, right), isSame(right, left)]).toEqual([exactly, exactly])
    expect([isSame(left, right, isBlank), isSame(right, left, isBlank)]).toEqual([butForBlanks, butForBlanks])
  })
})
