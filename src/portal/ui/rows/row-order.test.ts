import { expect, it } from 'vitest'
import { orderedBy, readOrder, writeOrder } from './row-order.ts'

it.each([
  ['one column', 'no', 'day', false, 'day'],
  ['the same column turns round', 'no', 'no', false, '-no'],
  ['and back', '-no', 'no', false, 'no'],
  ['a column by itself, where there were two', '-no,day', 'day', false, 'day'],
  ['a column besides', '-no', 'day', true, '-no,day'],
  ['one of two turns round', '-no,day', 'day', true, '-no,-day'],
  ['the first of two turns round', '-no,day', 'no', true, 'no,day'],
  ['a fourth takes the place of the third', 'a,b,-c', 'd', true, 'a,b,d'],
])('rows are ordered by %s', (_, before, column, isAdded, after) => {
  expect(writeOrder(orderedBy(readOrder(before), column, isAdded))).toBe(after)
})
