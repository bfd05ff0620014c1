import { afterEach, describe, expect, it } from 'vitest'
import { localMoment } from '../widgets/date-text.ts'
import { instantOf, setCompanyClock } from './company-clock.ts'
import { formatDateTime, formatDayOf, formatTimeOf } from './format.ts'

afterEach(() => setCompanyClock(undefined))

describe('the display of a date and time', () => {
  it.each([
    ['Africa/Nairobi', '2026-11-20T22:30:00Z', '21st Nov 2026, 01:30', '21st Nov 2026', '1:30 am'],
    ['Africa/Nairobi', '2026-11-21T09:05:00Z', '21st Nov 2026, 12:05', '21st Nov 2026', '12:05 pm'],
    ['America/New_York', '2026-11-21T04:59:00Z', '20th Nov 2026, 23:59', '20th Nov 2026', '11:59 pm'],
    ['UTC', '2026-01-01T00:00:00Z', '1st Jan 2026, 00:00', '1st Jan 2026', '12:00 am'],
  ])('in the company’s time zone %s, %s is shown as %s', (zone, instant, moment, day, time) => {
    setCompanyClock(zone)
    expect([formatDateTime(instant), formatDayOf(instant), formatTimeOf(instant)]).toEqual([moment, day, time])
  })

  it.each([[''], ['0001-01-01T00:00:00Z'], ['soon'], [null], [undefined]])('%j is shown as blank', (instant) => {
    expect(formatDateTime(instant)).toBe('')
  })
})

describe('the entry of a date and time', () => {
  it.each([
    ['Africa/Nairobi', '2026-06-15', '08:10', '2026-06-15T05:10:00Z'],
    ['America/New_York', '2026-06-15', '08:10', '2026-06-15T12:10:00Z'],
    ['America/New_York', '2026-12-15', '08:10', '2026-12-15T13:10:00Z'],
  ])('in the company’s time zone %s, %s %s is stored as %s and shown as it was entered', (zone, date, time, instant) => {
    setCompanyClock(zone)
    expect(instantOf(date, time)).toBe(instant)
    expect(localMoment(instant)).toEqual({ date, time })
  })

  it('a date and time without an offset is already in the company’s time zone', () => {
    setCompanyClock('Africa/Nairobi')
    expect(localMoment('2026-06-15T08:10:00')).toEqual({ date: '2026-06-15', time: '08:10' })
  })
})
