/**
 * Turns for work that costs much: so many at the same time, and of those who wait the companies in turn, and in each its people in
 * turn. Who asks for fifty things waits for their own; somebody else's one thing comes next.
 */
import type { CostClass } from './cost-classes.ts'

export interface Whose { company: string; person: string }
type Bounds = Pick<CostClass, 'atOnce' | 'waiting' | 'rests'>

const MAX_REST_MS = 500

/** A request that was let in. */
export interface Place {
  /** Waits for the turn; whoever has it leaves, once, by what is answered. Rejects with Abandoned where the request was given up while it waited. */
  begin(): Promise<() => void>
  /** The request is over: whatever does not work yet never will. */
  abandon(): void
}

/** Who asked went away before the turn came. */
export class Abandoned extends Error {
  override name = 'Abandoned'
  constructor() {
    super('The request was given up before its turn came.')
  }
}

interface Waiter { whose: Whose; begin: () => void }

/** A count for each name; a name without one has none. */
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

/** The turns of one class in this process. */
export class FairTurns {
  readonly #bounds: Bounds
  /** Let in and not yet done, and of these at work, by `company` and by `company person`. */
  readonly #inside = new Counts()
  readonly #working = new Counts()
  #atWork = 0
  /** Which turn a company's, and a person's, last one was; kept as long as something of theirs is in. */
  readonly #lastTurn = new Map<string, number>()
  #turn = 0
  #isResting = false
  /** By company, by person: who asked first is first. */
  readonly #waiting = new Map<string, Map<string, Waiter[]>>()

  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  /** Lets a request in; answers for whom too many are in already where it does not. */
  enter(whose: Whose): Place | 'person' | 'company' {
    const { atOnce, waiting } = this.#bounds
    const person = nameOf(whose)
    if (this.#inside.of(person) >= atOnce.person + waiting.person) return 'person'
    if (this.#inside.of(whose.company) >= atOnce.company + waiting.company) return 'company'
    this.#count(this.#inside, whose, 1)
    return this.#placeOf(whose)
  }

  #placeOf(whose: Whose): Place {
    let isLeft = false
    let isWorking = false
    let giveUp: (() => void) | undefined
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
      const began = performance.now()
      return () => {
        if (isLeft) return
        leave()
        this.#done(whose, performance.now() - began)
      }
    }
    return {
      begin,
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

  /** Begins what may begin now. */
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

  /** The first of the person whose turn is longest ago, in the company whose turn is. */
  #pick(): Waiter | undefined {
    const { server, company: ofCompany, person: ofPerson } = this.#bounds.atOnce
    if (this.#isResting || this.#atWork >= server) return undefined
    const companies = [...this.#waiting.keys()].filter((company) => this.#working.of(company) < ofCompany)
    for (const company of this.#byTurn(companies, (name) => name)) {
      const people = this.#waiting.get(company) ?? new Map<string, Waiter[]>()
      const [person] = this.#byTurn([...people.keys()].filter((one) => this.#working.of(nameOf({ company, person: one })) < ofPerson), (one) => nameOf({ company, person: one }))
      if (person !== undefined) return people.get(person)?.[0]
    }
    return undefined
  }

  #byTurn(names: string[], named: (one: string) => string): string[] {
    const turnOf = (one: string): number => this.#lastTurn.get(named(one)) ?? 0
    return names.sort((one, other) => turnOf(one) - turnOf(other))
  }

  /** @param took milliseconds */
  #done(whose: Whose, took: number): void {
    this.#atWork -= 1
    this.#count(this.#working, whose, -1)
    if (this.#bounds.rests === true) this.#rest(Math.min(took, MAX_REST_MS))
    this.#next()
  }

  #rest(milliseconds: number): void {
    this.#isResting = true
    setTimeout(() => {
      this.#isResting = false
      this.#next()
    }, milliseconds)
  }

  #count(counts: Counts, whose: Whose, by: 1 | -1): void {
    for (const name of [whose.company, nameOf(whose)]) {
      counts.add(name, by)
      if (this.#inside.of(name) === 0) this.#lastTurn.delete(name)
    }
  }
}

/** No person's id holds a blank. */
function nameOf({ company, person }: Whose): string {
  return `${company} ${person}`
}
