import { describe, expect, it } from 'vitest'
import { readCarried, writeCarried } from './carried-text.ts'

describe('rows carried in an address', () => {
  it.each([
    ['a list of codes', [['A'], ['B']], 'A,B'],
    ['values of which the last is empty', [['A', '12', ''], ['B', '', 'MAIN']], 'A:12,B::MAIN'],
    ['values with the separators', [['BOLT 5:8', '1'], ['PEN, RED', '2'], ['100%', '3'], ['%2C', '4']], 'BOLT 5%3A8:1,PEN%2C RED:2,100%25:3,%252C:4'],
  ])('%s are written and read back', (_, rows, text) => {
    expect(writeCarried(rows)).toBe(text)
    expect(readCarried(text)).toEqual(rows.map((values) => values.slice(0, values.findLastIndex((value) => value !== '') + 1)))
  })

  it.each([
    ['an empty text', '', []],
    ['blanks and empty rows', ' A : 3 ,, ', [['A', '3']]],
    ['a percent sign written by hand', '50%', [['50%']]],
  ])('%s can be read', (_, text, rows) => {
    expect(readCarried(text)).toEqual(rows)
  })
})
