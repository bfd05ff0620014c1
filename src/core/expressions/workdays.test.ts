import { describe, expect, it, test } from 'vitest'
import { addDays } from './dates.ts'
import { MAX_DAYS, OFFICE_WEEK, datesBetween, dueDate, nextWorkday, workdayBy, workdays, type Week } from './workdays.ts'

test.each<[string, string, number, string[], string]>([
  ['a due date within a week', '2026-06-15', 3, [], '2026-06-18'],
  ['a due date over a weekend', '2026-06-18', 3, [], '2026-06-23'],
  ['a due date from a Saturday', '2026-06-20', 1, [], '2026-06-22'],
  ['a due date over Easter', '2026-04-02', 1, ['2026-04-03', '2026-04-06'], '2026-04-07'],
  ['a due date over the new year', '2026-12-31', 2, ['2027-01-01'], '2027-01-05'],
  ['a due date beyond the last date', '9999-12-30', 5, [], '9999-12-31'],
  ['a due date after no days', '2026-06-20', 0, [], '2026-06-20'],
])('%s is computed: from %s by %d working days with the holidays %j it is %s', (_, from, days, holidays, due) => {
  expect(dueDate(from, days, holidays)).toBe(due)
})

const EASTER = ['2026-04-03', '2026-04-06']
const SATURDAYS: Week = [1, 1, 1, 1, 1, 0.5, 0]
const PART_TIME: Week = [1, 0, 1, 0, 0.5, 0, 0]
const ALL: Week = [1, 1, 1, 1, 1, 1, 1]

test.each<[string, string, string, Week, string[], number]>([
  ['a working week', '2026-06-15', '2026-06-19', OFFICE_WEEK, [], 5],
  ['a week with its weekend', '2026-06-15', '2026-06-21', OFFICE_WEEK, [], 5],
  ['a weekend', '2026-06-20', '2026-06-21', OFFICE_WEEK, [], 0],
  ['one day', '2026-06-15', '2026-06-15', OFFICE_WEEK, [], 1],
  ['dates the wrong way round', '2026-06-16', '2026-06-15', OFFICE_WEEK, [], 0],
  ['Easter', '2026-04-02', '2026-04-07', OFFICE_WEEK, EASTER, 2],
  ['half Saturdays', '2026-06-15', '2026-06-20', SATURDAYS, [], 5.5],
  ['a holiday on a Saturday that is worked by half', '2026-10-05', '2026-10-10', SATURDAYS, ['2026-10-10'], 5],
  ['a part-time pattern', '2026-06-15', '2026-06-19', PART_TIME, [], 2.5],
  ['calendar days over holidays', '2026-04-02', '2026-04-07', ALL, [], 6],
  ['a turn of the year', '2026-12-28', '2027-01-04', OFFICE_WEEK, ['2027-01-01'], 5],
  ['the 29th of February', '2028-02-28', '2028-03-01', OFFICE_WEEK, [], 3],
])('the days of work in %s are counted: %s to %s', (_, from, to, week, holidays, days) => {
  expect(workdays(from, to, week, new Set(holidays))).toBe(days)
})

test.each<[string, string, number, Week, string[], string]>([
  ['five days from Monday', '2026-06-15', 5, OFFICE_WEEK, [], '2026-06-19'],
  ['six days from Monday', '2026-06-15', 6, OFFICE_WEEK, [], '2026-06-22'],
  ['two days over Easter', '2026-04-02', 2, OFFICE_WEEK, EASTER, '2026-04-07'],
  ['half a day', '2026-06-15', 0.5, OFFICE_WEEK, [], '2026-06-15'],
  ['no days', '2026-06-15', 0, OFFICE_WEEK, [], '2026-06-15'],
  ['a week with its half Saturday', '2026-06-15', 5.5, SATURDAYS, [], '2026-06-20'],
  ['from a day that is not worked', '2026-06-20', 1, OFFICE_WEEK, [], '2026-06-22'],
])('the day by which %s are worked is found', (_, from, days, week, holidays, by) => {
  expect(workdayBy(from, days, week, new Set(holidays))).toBe(by)
})

test.each<[string, string, Week, string[], string]>([
  ['a Friday', '2026-06-19', OFFICE_WEEK, [], '2026-06-22'],
  ['the day before Easter', '2026-04-02', OFFICE_WEEK, EASTER, '2026-04-07'],
  ['a Friday where Saturdays are worked by half', '2026-06-19', SATURDAYS, [], '2026-06-20'],
])('the next working day after %s is found', (_, after, week, holidays, next) => {
  expect(nextWorkday(after, week, new Set(holidays))).toBe(next)
})

describe('for any interval', () => {
  const free = new Set(['2026-01-01', '2026-03-20', ...EASTER, '2026-05-01', '2026-12-25', '2026-12-26'])
  const weeks: [string, Week][] = [['office', OFFICE_WEEK], ['with half Saturdays', SATURDAYS], ['part-time', PART_TIME], ['of all days', ALL]]

  it.each(weeks)('in a week %s, the end by days and the days by end agree', (_, week) => {
    for (let start = 0; start < 366; start += 3) {
      const from = addDays('2026-01-01', start)
      for (const days of [0.5, 1, 2, 4.5, 9, 21]) {
        const end = workdayBy(from, days, week, free)
        expect(workdays(from, end, week, free)).toBeGreaterThanOrEqual(days)
        if (end !== from) expect(workdays(from, addDays(end, -1), week, free)).toBeLessThan(days)
      }
    }
  })

  it.each(weeks)('in a week %s, splitting an interval never changes the sum', (_, week) => {
    for (let length = 1; length < 60; length += 7) {
      const [from, to] = ['2026-03-18', addDays('2026-03-18', length)]
      for (const middle of datesBetween(from, addDays(to, -1))) {
        expect(workdays(from, middle, week, free) + workdays(addDays(middle, 1), to, week, free)).toBe(workdays(from, to, week, free))
      }
    }
  })
})

test.each<[string, () => unknown, string]>([
  ['an interval of more than three years', () => workdays('2026-01-01', '2036-01-01', OFFICE_WEEK, new Set()), `That is more than ${MAX_DAYS} days.`],
  ['days that nobody works', () => workdayBy('2026-01-01', 1, [0, 0, 0, 0, 0, 0, 0], new Set()), `That is more than ${MAX_DAYS} days.`],
  ['a next day where nobody works', () => nextWorkday('2026-01-01', [0, 0, 0, 0, 0, 0, 0], new Set()), `That is more than ${MAX_DAYS} days.`],
  ['a week of six days', () => workdays('2026-01-01', '2026-01-02', [1, 1, 1, 1, 1, 1], new Set()), 'A week has seven shares of a day, from Monday on, each from 0 to 1.'],
  ['a share above 1', () => workdays('2026-01-01', '2026-01-02', [2, 1, 1, 1, 1, 1, 1], new Set()), 'A week has seven shares of a day, from Monday on, each from 0 to 1.'],
])('%s is refused', (_, count, message) => {
  expect(count).toThrow(new RangeError(message))
})
