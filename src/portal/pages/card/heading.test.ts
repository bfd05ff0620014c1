import { expect, it } from 'vitest'
import { newHeading } from './heading.ts'

it.each([
  ['Petty Cash', 'New Request', 'New petty cash request'],
  ['LPO', 'New Request', 'New LPO request'],
  ['Imprest', 'New Imprest', 'New Imprest'],
  ['Change request', 'New change request', 'New change request'],
  ['Attendance', 'Create Request', 'Create Request'],
])('a new record of “%s” with the title “%s” is headed “%s”', (one, title, heading) => {
  expect(newHeading({ one, new: title })).toBe(heading)
})
