import { describe, expect, it } from 'vitest'
import { makeShape } from '../../../core/testing/make-type.ts'
import { readColumns } from './line-paths.ts'

const shape = makeShape({ code: {}, text: {}, from: {}, amount: { type: 'number' } })
const all = ['code', 'text', 'from', 'amount']

describe('the columns of lines for reading', () => {
  it('empty ones are left out', () => {
    expect(readColumns([{ code: 'A', text: '', amount: 5 }, { code: 'B', amount: 5 }], all, shape)).toEqual([['code', 'amount'], []])
  })

  it('what all lines share stands apart, except the first column and numbers', () => {
    expect(readColumns([{ code: 'A', text: 'x', from: 'HQ', amount: 5 }, { code: 'A', text: 'y', from: 'HQ', amount: 5 }], all, shape)).toEqual([['code', 'text', 'amount'], ['from']])
  })

  it('a single line shares nothing', () => {
    expect(readColumns([{ code: 'A', text: 'x' }], all, shape)).toEqual([['code', 'text'], []])
  })

  it('without lines all columns stay', () => {
    expect(readColumns([], all, shape)).toEqual([all, []])
  })
})
