import { expect, it } from 'vitest'
import { newHeading, openingHeading } from './heading.ts'

it.each([
  ['Room Booking', 'New Request', 'New room booking request'],
  ['LPO', 'New Request', 'New LPO request'],
  ['Booking', 'New Booking', 'New Booking'],
  ['Change request', 'New change request', 'New change request'],
  ['Booking', 'Create Request', 'Create Request'],
])('a new record of “%s” with the title “%s” is headed “%s”', (one, title, heading) => {
  expect(newHeading({ one, new: title })).toBe(heading)
})

const type = { card: { views: { retire: { title: 'Account for' } } } } as unknown as Parameters<typeof openingHeading>[0]
it.each([
  [{ key: undefined }, 'New booking'],
  [{ key: 'B-1' }, 'Booking B-1'],
  [{ key: 'B-1', view: 'retire' }, 'Account for B-1'],
  [{ key: 'B-1', view: 'unknown' }, 'Booking B-1'],
])('until its record is there, the card of %j is headed “%s”', (place, heading) => {
  expect(openingHeading(type, { one: 'Booking', new: 'New booking' }, place)).toBe(heading)
})
