import { expect, test } from 'vitest'
import { dueDate } from './due-date.ts'

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
