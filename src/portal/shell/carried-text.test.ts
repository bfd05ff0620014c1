import { describe, expect, it } from 'vitest'
import { readCarried, writeCarried } from './carried-text.ts'

describe('rows carried in an address', () => {
  it.each([
    ['codes', [['A'], ['B']], 'A,B'],
    ['values, the last of them empty', [['A', '12', ''], ['B', '', 'MAIN']], 'A:12,B::MAIN'],
    ['the signs that part them', [['BOLT 5:8', '1'], ['PEN, RED', '2'], ['100%', '3'], ['%2C', '4']], 'BOLT 5%3A8:1,PEN%2C RED:2,100%25:3,%252C:4'],
  ])('%s', (_, rows, text) => {
    expect(writeCarried(rows)).toBe(text)
    expect(readCarried(text)).toEqual(rows.map((values) => values.slice(0, values.findLastIndex((value) => value !== '') + 1)))
  })

  it.each([
    ['nothing', '', []],
    ['blanks and empty places', ' A : 3 ,, ', [['A', '3']]],
    ['a percent sign of a person who wrote it by hand', '50%', [['50%']]],
  ])('reads %s', (_, text, rows) => {
    expect(readCarried(text)).toEqual(rows)
  })
})
