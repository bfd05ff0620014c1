import { describe, expect, it } from 'vitest'
import { isAbsent, isAbsentOnWire, isEmptyList } from './absence.ts'

describe('a value', () => {
  it.each([
    [undefined, true, true], [null, true, true], ['', true, true], [' ', false, true], ['\u200b', false, true], ['0001-01-01', false, true], ['0001-01-01T00:00:00Z', false, true],
    [0, false, false], [false, false, false], ['a', false, false], ['0001-01-02', false, false], [[], false, false], [{}, false, false],
  ])('%j is absent in a record: %s, and on the wire: %s', (value, inRecord, onWire) => {
    expect([isAbsent(value), isAbsentOnWire(value)]).toEqual([inRecord, onWire])
  })

  it.each([[[], true], [[''], true], [[' ', '\u200b'], true], [['a'], false], [[0], false], [[null], false], ['', false], [undefined, false]])('%j is a list without items: %s', (value, expected) => {
    expect(isEmptyList(value)).toBe(expected)
  })
})
