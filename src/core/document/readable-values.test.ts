import { expect, test } from 'vitest'
import { makeShape, makeType } from '../testing/make-type.ts'
import { message } from './messages.ts'
import { readableDate, withReadableValues } from './readable-values.ts'

const shape = makeShape({ no: {}, from: { format: 'date' }, at: { format: 'date-time' }, note: {}, total: { type: 'number', money: '' }, count: { type: 'number' } })
const values = { from: '2026-06-10', at: '2026-06-10T22:00:00Z', note: '2026-06-10', total: 1500.5, count: 1500 }

test('days and moments read as on the screen, by the clock of the company; what only looks like one stays', () => {
  expect(withReadableValues(shape, values, 'Africa/Nairobi')).toEqual({ from: '10th Jun 2026', at: '11th Jun 2026, 01:00', note: '2026-06-10', total: '1,500.5', count: 1500 })
  expect(withReadableValues(shape, { at: '2026-06-10T08:00:00Z' }, undefined)).toEqual({ at: '10th Jun 2026, 08:00' })
})

test('what is no day or moment, or is readable already, stays as it is', () => {
  const told = { from: '10th Jun 2026', at: '11th Jun 2026, 01:00' }
  expect(withReadableValues(shape, told, 'Africa/Nairobi')).toEqual(told)
  expect(withReadableValues(shape, { from: 'soon', at: '' }, 'Africa/Nairobi')).toEqual({ from: 'soon', at: '' })
})

test('a message tells them by the clock that it is given', () => {
  expect(message(makeType({ shape }), 'From {from}, at {at}', values, 'Africa/Nairobi')).toBe('From 10th Jun 2026, at 11th Jun 2026, 01:00')
})

test.each([['2026-11-21', '21st Nov 2026'], ['2026-06-02', '2nd Jun 2026'], ['2026-01-11', '11th Jan 2026'], ['2026-03-23T10:00:00Z', '23rd Mar 2026'], ['soon', ''], ['', '']])('%s reads as "%s"', (date, read) => {
  expect(readableDate(date)).toBe(read)
})
