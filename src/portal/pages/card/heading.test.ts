import { expect, it } from 'vitest'
import { newHeading } from './heading.ts'

it.each([
  ['Room Booking', 'New Request', 'New room booking request'],
  ['LPO', 'New Request', 'New LPO request'],
  ['Booking', 'New Booking', 'New Booking'],
  ['Change request', 'New change request', 'New change request'],
  ['Booking', 'Create Request', 'Create Request'],
])('a new record of “%s” with the title “%s” is headed “%s”', (one, title, heading) => {
  expect(newHeading({ one, new: title })).toBe(heading)
})
