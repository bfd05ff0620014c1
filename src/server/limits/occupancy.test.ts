import { beforeEach, expect, it } from 'vitest'
import { Occupancy } from './occupancy.ts'

let now = 0
let occupancy: Occupancy
beforeEach(() => {
  now = 0
  occupancy = new Occupancy(() => now)
})

/** Requests of the person back to back, for so many seconds. */
function occupy(person: string, seconds: number): void {
  for (let second = 0; second < seconds; second += 1) {
    now += 1000
    occupancy.add(person, 1000)
  }
}

it.each([[0, false], [4, false], [9, true], [60, true]])('after %i seconds without a pause, a person gives way to others: %s', (seconds, isBusy) => {
  occupy('anna', seconds)
  expect(occupancy.givesWay('ben')).toBe(false)
  expect(occupancy.givesWay('anna')).toBe(isBusy)
})

it('nobody gives way while they are alone, or to somebody who has left', () => {
  occupy('anna', 60)
  expect(occupancy.givesWay('anna')).toBe(false)
  occupancy.givesWay('ben')
  expect(occupancy.givesWay('anna')).toBe(true)
  occupy('anna', 11)
  expect(occupancy.givesWay('anna')).toBe(false)
})

it('a pause is enough to be served like everybody again', () => {
  occupy('anna', 60)
  now += 10_000
  occupancy.givesWay('ben')
  expect(occupancy.givesWay('anna')).toBe(false)
})

it('a person who occupies a third of the time never gives way', () => {
  for (let round = 0; round < 60; round += 1) {
    now += 900
    occupancy.add('anna', 300)
    occupancy.givesWay('ben')
    expect(occupancy.givesWay('anna')).toBe(false)
  }
})
