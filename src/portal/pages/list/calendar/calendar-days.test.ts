import { describe, expect, it, test } from 'vitest'
import { barsIn, datesOf, drawnDays, eventsOn, periodOf, stepped, weeksOf } from './calendar-days.ts'

describe('the days of a view', () => {
  it.each([
    ['day', '2026-06-10', '2026-06-10', '2026-06-10'], ['four-days', '2026-02-27', '2026-02-27', '2026-03-02'], ['week', '2026-06-14', '2026-06-08', '2026-06-14'],
    ['week', '2026-06-15', '2026-06-15', '2026-06-21'], ['month', '2028-02-29', '2028-02-01', '2028-02-29'], ['people', '2026-12-31', '2026-12-01', '2026-12-31'],
  ] as const)('%s of %s', (view, day, from, to) => {
    expect(periodOf(view, day)).toEqual({ from, to })
  })

  test('a month is drawn in whole weeks, from Monday to Sunday', () => {
    const days = drawnDays('month', '2026-06-10')
    expect(days).toEqual({ from: '2026-06-01', to: '2026-07-05' })
    expect(weeksOf(days)).toHaveLength(5)
    expect(datesOf(days)).toHaveLength(35)
  })

  it.each([
    ['day', '2026-12-31', 1, '2027-01-01'], ['four-days', '2026-06-10', -1, '2026-06-06'], ['week', '2026-06-10', 1, '2026-06-17'],
    ['month', '2026-01-31', 1, '2026-02-28'], ['month', '2026-01-15', -1, '2025-12-15'], ['people', '2026-12-01', 1, '2027-01-01'],
  ] as const)('%s: from %s by %d', (view, day, periods, expected) => {
    expect(stepped(view, day, periods)).toBe(expected)
  })
})

describe('bars', () => {
  const week = { from: '2026-06-08', to: '2026-06-14' }
  const event = (name: string, from: string, to: string): { name: string; from: string; to: string } => ({ name, from, to })

  test('an event takes the first lane that is free, and is cut where the row ends', () => {
    const bars = barsIn(week, [event('late', '2026-06-12', '2026-06-20'), event('early', '2026-06-01', '2026-06-09'), event('beside', '2026-06-09', '2026-06-10'), event('before', '2026-06-01', '2026-06-07'), event('after', '2026-06-15', '2026-06-15')])
    expect(bars.map(({ event: { name }, ...bar }) => [name, bar])).toEqual([
      ['early', { first: 0, last: 1, lane: 0, hasBegun: true, goesOn: false }],
      ['beside', { first: 1, last: 2, lane: 1, hasBegun: false, goesOn: false }],
      ['late', { first: 4, last: 6, lane: 0, hasBegun: false, goesOn: true }],
    ])
  })

  test('of events that begin together the longest comes first', () => {
    expect(barsIn(week, [event('short', '2026-06-08', '2026-06-08'), event('long', '2026-06-08', '2026-06-10')]).map(({ event: { name }, lane }) => [name, lane])).toEqual([['long', 0], ['short', 1]])
  })

  test('an event is on its first day and on its last', () => {
    const found = (day: string): number => eventsOn(day, [event('one', '2026-06-08', '2026-06-09')]).length
    expect(['2026-06-07', '2026-06-08', '2026-06-09', '2026-06-10'].map(found)).toEqual([0, 1, 1, 0])
  })
})
