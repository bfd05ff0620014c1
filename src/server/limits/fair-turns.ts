/**
 * Takes turns at expensive work: a limited number run concurrently, and waiting requests are served round-robin by company, then by person
 * within the company. Somebody who sends fifty requests waits behind their own; another person's single request comes next.
 */
import type { CostClass } from './cost-classes.ts'

export interface Requester { company: string; person: string }
type Bounds = Pick<CostClass, 'atOnce' | 'waiting' | 'rests'>

/** After how many seconds somebody for whom there is no place in the queue may try again. */
export const LINE_MOVES_S = 5
/** Longest rests, in milliseconds: everybody would wait for a class’s. */
const MAX_REST_MS = { all: 500, person: 5_000 }
/** Not the name of a person, which contains a space. */
const EVERYBODY = '*'

/** A request that was admitted. */
export interface Place {
  /**
   * Waits for the turn. Resolves to a function to call, once, when the work is done. @throws Abandoned if the request was abandoned while
   * it waited.
   */
  begin(): Promise<() => void>
  /** Gives the turn to others. The request stays, and waits for another turn with `begin`. */
  yield(): void
  /** Ends the request: if its work has not started, it never will. */
  abandon(): void
}

/** The client disconnected before its turn came. */
export class Abandoned extends Error {
  override name = 'Abandoned'
  constructor() {
    super('The request was cancelled before its turn came.')
  }
}

interface Waiter { whose: Requester; begin: () => void }

/** A counter per name; zero counts are not stored. */
class Counts {
  readonly #counts = new Map<string, number>()

  of(name: string): number {
    return this.#counts.get(name) ?? 0
  }

  add(name: string, by: 1 | -1): void {
    const count = this.of(name) + by
    if (count === 0) this.#counts.delete(name)
    else this.#counts.set(name, count)
  }
}

/** The turns of one cost class in this process. */
export class FairTurns {
  readonly #bounds: Bounds
  /** Requests admitted and not yet done (`#inside`), and those of them running (`#working`), by `company` and by `company person`. */
  readonly #inside = new Counts()
  readonly #working = new Counts()
  #atWork = 0
  /** The number of the last turn of each company and person, kept as long as any of their requests is inside. */
  readonly #lastTurn = new Map<string, number>()
  #turn = 0
  /** By `company person` or as everybody: who gets no turn now. */
  readonly #resting = new Set<string>()
  /** By company, then by person; first come, first served. */
  readonly #waiting = new Map<string, Map<string, Waiter[]>>()

  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  /** Admits a request, or returns whose limit is reached. */
  enter(whose: Requester): Place | 'person' | 'company' {
    const { atOnce, waiting } = this.#bounds
    const person = nameOf(whose)
    if (this.#inside.of(person) >= atOnce.person + waiting.person) return 'person'
    if (this.#inside.of(whose.company) >= atOnce.company + waiting.company) return 'company'
    this.#count(this.#inside, whose, 1)
    return this.#placeOf(whose)
  }

  #placeOf(whose: Requester): Place {
    let isLeft = false
    let isWorking = false
    let giveUp: (() => void) | undefined
    let began = 0
    const endTurn = (): void => {
      if (!isWorking) return
      isWorking = false
      this.#done(whose, performance.now() - began)
    }
    const leave = (): void => {
      if (isLeft) return
      isLeft = true
      this.#count(this.#inside, whose, -1)
    }
    const begin = async (): Promise<() => void> => {
      if (isLeft) throw new Abandoned()
      await new Promise<void>((resolve, reject) => {
        const waiter = { whose, begin: () => { isWorking = true; resolve() } }
        giveUp = () => {
          this.#forget(waiter)
          reject(new Abandoned())
        }
        this.#wait(waiter)
        this.#next()
      })
      began = performance.now()
      return () => {
        leave()
        endTurn()
      }
    }
    return {
      begin,
      yield: endTurn,
      abandon: () => {
        if (isLeft || isWorking) return
        leave()
        giveUp?.()
      },
    }
  }

  #wait(waiter: Waiter): void {
    const { company, person } = waiter.whose
    const people = this.#waiting.get(company) ?? new Map<string, Waiter[]>()
    this.#waiting.set(company, people)
    people.set(person, [...(people.get(person) ?? []), waiter])
  }

  #forget(waiter: Waiter): void {
    const { company, person } = waiter.whose
    const people = this.#waiting.get(company)
    const left = people?.get(person)?.filter((one) => one !== waiter) ?? []
    if (left.length > 0) people?.set(person, left)
    else people?.delete(person)
    if (people?.size === 0) this.#waiting.delete(company)
  }

  /** Starts everything that may start now. */
  #next(): void {
    for (let waiter = this.#pick(); waiter !== undefined; waiter = this.#pick()) {
      const { whose } = waiter
      this.#forget(waiter)
      this.#turn += 1
      for (const name of [whose.company, nameOf(whose)]) this.#lastTurn.set(name, this.#turn)
      this.#atWork += 1
      this.#count(this.#working, whose, 1)
      waiter.begin()
    }
  }

  /** The first request of the least recently served person in the least recently served company, among those below their limits. */
  #pick(): Waiter | undefined {
    const { server, company: ofCompany, person: ofPerson } = this.#bounds.atOnce
    if (this.#resting.has(EVERYBODY) || this.#atWork >= server) return undefined
    const companies = [...this.#waiting.keys()].filter((company) => this.#working.of(company) < ofCompany)
    for (const company of this.#byTurn(companies, (name) => name)) {
      const people = this.#waiting.get(company) ?? new Map<string, Waiter[]>()
      const [person] = this.#byTurn([...people.keys()].filter((one) => this.#mayBegin(nameOf({ company, person: one }), ofPerson)), (one) => nameOf({ company, person: one }))
      if (person !== undefined) return people.get(person)?.[0]
    }
    return undefined
  }

  #mayBegin(name: string, atOnce: number): boolean {
    return this.#working.of(name) < atOnce && !this.#resting.has(name)
  }

  #byTurn(names: string[], named: (one: string) => string): string[] {
    const turnOf = (one: string): number => this.#lastTurn.get(named(one)) ?? 0
    return names.sort((one, other) => turnOf(one) - turnOf(other))
  }

  /** @param took milliseconds */
  #done(whose: Requester, took: number): void {
    this.#atWork -= 1
    this.#count(this.#working, whose, -1)
    const { rests } = this.#bounds
    if (rests !== undefined) this.#rest(rests === 'all' ? EVERYBODY : nameOf(whose), Math.min(took, MAX_REST_MS[rests]))
    this.#next()
  }

  #rest(name: string, milliseconds: number): void {
    this.#resting.add(name)
    setTimeout(() => {
      this.#resting.delete(name)
      this.#next()
    }, milliseconds)
  }

  #count(counts: Counts, whose: Requester, by: 1 | -1): void {
    for (const name of [whose.company, nameOf(whose)]) {
      counts.add(name, by)
      if (this.#inside.of(name) === 0) this.#lastTurn.delete(name)
    }
  }
}

/** Person ids contain no space. */
function nameOf({ company, person }: Requester): string {
  return `${company} ${person}`
}
