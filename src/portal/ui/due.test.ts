import { expect, test } from 'vitest'
import { dueGroup, dueText } from './due.ts'

test.each([
  ['2026-11-25', 'overdue', '2 days late'], ['2026-11-26', 'overdue', '1 day late'], ['2026-11-27', 'today', 'due today'], ['2026-11-28', 'later', 'due tomorrow'], ['2026-12-02', 'later', 'due in 5 days'], ['', 'later', ''],
])('on 27 November an entry due on “%s” is in the group %s and reads “%s”', (dueDate, group, text) => {
  expect([dueGroup({ dueDate }, '2026-11-27'), dueText({ dueDate }, '2026-11-27')]).toEqual([group, text])
})
