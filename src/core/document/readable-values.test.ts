import { expect, test } from 'vitest'
import { makeShape, makeState, makeType } from '../testing/make-type.ts'
import { message } from './messages.ts'
import { readableDate, withReadableHeader, withReadableValues } from './readable-values.ts'

const shape = makeShape({ no: {}, from: { format: 'date' }, at: { format: 'date-time' }, note: {}, total: { type: 'number', money: '' }, count: { type: 'number' } })
const values = { from: '2026-06-10', at: '2026-06-10T22:00:00Z', note: '2026-06-10', total: 1500.5, count: 1500 }

test('dates and times read as on the screen, in the company’s time zone; a text that looks like one stays', () => {
  expect(withReadableValues(shape, values, 'Africa/Nairobi')).toEqual({ from: '10th Jun 2026', at: '11th Jun 2026, 01:00', note: '2026-06-10', total: '1,500.5', count: 1500 })
  expect(withReadableValues(shape, { at: '2026-06-10T08:00:00Z' }, undefined)).toEqual({ at: '10th Jun 2026, 08:00' })
})

test('what is not a date or time, or is readable already, is unchanged', () => {
  const readable = { from: '10th Jun 2026', at: '11th Jun 2026, 01:00' }
  expect(withReadableValues(shape, readable, 'Africa/Nairobi')).toEqual(readable)
  expect(withReadableValues(shape, { from: 'soon', at: '' }, 'Africa/Nairobi')).toEqual({ from: 'soon', at: '' })
})

test('a message shows dates and times in the given time zone', () => {
  expect(message(makeType({ shape }), 'From {from}, at {at}', values, 'Africa/Nairobi')).toBe('From 10th Jun 2026, at 11th Jun 2026, 01:00')
})

test('choices read by their titles, several as a list; a value without a title is unchanged', () => {
  const chosen = makeShape({ mode: { enum: ['air', 'road', 'sea'], enumTitles: { air: 'By air', road: 'By road' } }, tags: { type: 'array', enumTitles: { a: 'First', b: 'Second' } }, level: { type: 'integer', enum: [1], enumTitles: { 1: 'One' } } })
  expect(withReadableValues(chosen, { mode: 'air', tags: ['b', 'a', 'c'], level: 1 }, undefined)).toEqual({ mode: 'By air', tags: 'Second, First, c', level: 'One' })
  expect(withReadableValues(chosen, { mode: 'sea' }, undefined)).toEqual({ mode: 'sea' })
  expect(withReadableValues(chosen, { mode: 'toString', other: 'air' }, undefined)).toEqual({ mode: 'toString', other: 'air' })
})

test.each([['Open', 'Draft'], ['Done', 'All done'], ['Released', 'Begun already'], ['Gone', 'Gone']])('the state %s reads as %s: by its label, or by that of the first state with this wire name', (state, label) => {
  const states = { Open: makeState('Open', { label: 'Draft' }), Begun: makeState('Begun', { label: 'Begun already', wire: { stage: 'Released' } }), Done: makeState('Done', { label: 'All done', wire: { stage: 'Released' } }) }
  const type = makeType({ stateField: 'stage', states, shape })
  expect(withReadableHeader(type, { stage: state, total: 1500 }, undefined)).toEqual({ stage: label, total: '1,500' })
  expect(message(type, '{no} is {stage}', { no: 'C-1', stage: state })).toBe(`C-1 is ${label}`)
})

test.each([['2026-11-21', '21st Nov 2026'], ['2026-06-02', '2nd Jun 2026'], ['2026-01-11', '11th Jan 2026'], ['2026-03-23T10:00:00Z', '23rd Mar 2026'], ['soon', ''], ['', '']])('%s reads as "%s"', (date, expected) => {
  expect(readableDate(date)).toBe(expected)
})
