import { describe, expect, it } from 'vitest'
import { Abandoned, FairTurns, type Place, type Requester } from './fair-turns.ts'

const ANNA: Requester = { company: 'ONE', person: 'anna' }
const BEN: Requester = { company: 'ONE', person: 'ben' }
const CLAIRE: Requester = { company: 'TWO', person: 'claire' }

/** Runs the work when its turn comes, then leaves, even if it fails. */
async function workIn<T>(place: Place, work: () => Promise<T>): Promise<T> {
  const leave = await place.begin()
  return work().finally(leave)
}

/** Records when work begins and ends it on request. */
class Desk {
  readonly begun: string[] = []
  readonly #ends = new Map<string, () => void>()
  readonly turns: FairTurns

  constructor(atOnce: { server: number; company: number; person: number }, waiting = { company: 10, person: 5 }) {
    this.turns = new FairTurns({ atOnce, waiting })
  }

  ask(name: string, whose: Requester): { place: Place; result: Promise<string> } {
    const place = this.turns.enter(whose)
    if (typeof place === 'string') throw new Error(`${name} was refused for the ${place}.`)
    const result = workIn(place, () => {
      this.begun.push(name)
      return new Promise<string>((resolve) => this.#ends.set(name, () => resolve(name)))
    })
    return { place, result }
  }

  async end(name: string): Promise<void> {
    this.#ends.get(name)?.()
    await new Promise<void>((resolve) => { setImmediate(resolve) })
  }
}

const begins = async (): Promise<void> => { await new Promise<void>((resolve) => { setImmediate(resolve) }) }

describe('turns', () => {
  it('they alternate between companies, and in a company between its people, whoever asked most', async () => {
    const desk = new Desk({ server: 1, company: 1, person: 1 })
    for (const [name, whose] of [['a1', ANNA], ['a2', ANNA], ['a3', ANNA], ['b1', BEN], ['c1', CLAIRE]] as const) desk.ask(name, whose)
    await begins()
    for (const next of ['a1', 'c1', 'b1', 'a2']) {
      expect(desk.begun.at(-1)).toBe(next)
      await desk.end(next)
    }
    expect(desk.begun).toEqual(['a1', 'c1', 'b1', 'a2', 'a3'])
  })

  it('a turn that is given to others is taken again later', async () => {
    const desk = new Desk({ server: 1, company: 1, person: 1 })
    const { place, result } = desk.ask('slow', ANNA)
    desk.ask('next', BEN)
    await begins()
    expect(desk.begun).toEqual(['slow'])
    place.yield()
    await begins()
    expect(desk.begun).toEqual(['slow', 'next'])
    const again = place.begin()
    await desk.end('next')
    const end = await again
    desk.ask('last', CLAIRE)
    await begins()
    expect(desk.begun).toEqual(['slow', 'next'])
    end()
    await begins()
    expect(desk.begun).toEqual(['slow', 'next', 'last'])
    await desk.end('slow')
    await result
  })

  it('a turn starts after a rest as long as the work before it, where the work blocks the server’s thread', async () => {
    const turns = new FairTurns({ atOnce: { server: 1, company: 1, person: 1 }, waiting: { company: 5, person: 5 }, rests: 'all' })
    const spans: [began: number, ended: number][] = []
    const busy = (): Promise<void> => {
      const place = turns.enter(ANNA)
      if (typeof place === 'string') throw new Error('refused')
      return workIn(place, async () => {
        const began = performance.now()
        await new Promise<void>((resolve) => { setTimeout(resolve, 20) })
        spans.push([began, performance.now()])
      })
    }
    await Promise.all([busy(), busy(), busy()])
    const rests = spans.slice(1).map(([began], index) => began - (spans[index]?.[1] ?? 0))
    expect(rests.filter((rest, index) => rest < ((spans[index]?.[1] ?? 0) - (spans[index]?.[0] ?? 0)) - 2)).toEqual([])
  })

  it('only the person rests where the others of the class go on', async () => {
    const turns = new FairTurns({ atOnce: { server: 2, company: 2, person: 1 }, waiting: { company: 5, person: 5 }, rests: 'person' })
    const begun: string[] = []
    const ask = (name: string, whose: Requester, took: number): Promise<void> => {
      const place = turns.enter(whose)
      if (typeof place === 'string') throw new Error('refused')
      return workIn(place, async () => {
        begun.push(name)
        await new Promise<void>((resolve) => { setTimeout(resolve, took) })
      })
    }
    await Promise.all([ask('a1', ANNA, 40), ask('a2', ANNA, 1), ask('b1', BEN, 1), ask('b2', BEN, 1), ask('b3', BEN, 1)])
    expect(begun).toEqual(['a1', 'b1', 'b2', 'b3', 'a2'])
  })

  it('no company takes the places of another, and no person those of a colleague', async () => {
    const desk = new Desk({ server: 3, company: 2, person: 1 })
    for (const [name, whose] of [['a1', ANNA], ['a2', ANNA], ['b1', BEN], ['c1', CLAIRE]] as const) desk.ask(name, whose)
    await begins()
    expect(desk.begun).toEqual(['a1', 'b1', 'c1'])
    await desk.end('b1')
    expect(desk.begun).toHaveLength(3)
    await desk.end('a1')
    expect(desk.begun).toEqual(['a1', 'b1', 'c1', 'a2'])
  })

  it('a request is refused when too many of its person or company already wait', async () => {
    const desk = new Desk({ server: 1, company: 1, person: 1 }, { company: 3, person: 2 })
    for (const name of ['a1', 'a2', 'a3']) desk.ask(name, ANNA)
    expect(desk.turns.enter(ANNA)).toBe('person')
    desk.ask('b1', BEN)
    expect(desk.turns.enter(BEN)).toBe('company')
    desk.ask('c1', CLAIRE)
    await begins()
    await desk.end('a1')
    expect(typeof desk.turns.enter(BEN)).toBe('object')
  })

  it('a request abandoned before its work began is skipped, and one abandoned during the work is finished', async () => {
    const desk = new Desk({ server: 1, company: 1, person: 1 }, { company: 1, person: 1 })
    const first = desk.ask('a1', ANNA)
    const second = desk.ask('a2', ANNA)
    await begins()
    second.place.abandon()
    await expect(second.result).rejects.toThrow(Abandoned)
    first.place.abandon()
    desk.ask('a3', ANNA)
    expect(desk.turns.enter(ANNA)).toBe('person')
    await desk.end('a1')
    expect(await first.result).toBe('a1')
    expect(desk.begun).toEqual(['a1', 'a3'])
  })

  it('the place is free again when the work fails and when it never began', async () => {
    const turns = new FairTurns({ atOnce: { server: 1, company: 1, person: 1 }, waiting: { company: 0, person: 0 } })
    const entered = (): Place => {
      const place = turns.enter(ANNA)
      if (typeof place === 'string') throw new Error('refused')
      return place
    }
    entered().abandon()
    await expect(workIn(entered(), () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await workIn(entered(), () => Promise.resolve('done'))).toBe('done')
  })
})
