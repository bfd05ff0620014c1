import { COMPREHENSIONS, isExpression } from '../../../expressions/dependencies.ts'
import { MAX_LENGTH, isNode, parsePlainly } from '../../../expressions/syntax-tree.ts'

/** The name of the document's state in expressions. */
export const STATE = 'state'

/** Names that a term may not have, because they mean something else in expressions. */
export const TAKEN_NAMES = ['doc', 'line', 'self', 'prev', 'user', 'settings', 'company', 'today', 'now', 'day', 'lists', 'lookups', 'input', 'option', 'row', 'approvals', STATE]

const TOO_LONG = Symbol('too long')

/**
 * Replaces names with what they stand for: the terms of a type and `state`. What the evaluator, the browser and SQL then get contains no
 * names that a type defines.
 */
export class NamedExpressions {
  readonly #terms: Readonly<Record<string, string>>
  readonly #stateField: string | undefined
  readonly #state: string | undefined
  readonly #written = new Map<string, string | typeof TOO_LONG>()
  /** A name that is still being expanded has no meaning yet, which ends a cycle. */
  readonly #meanings = new Map<string, string | typeof TOO_LONG | undefined>()
  readonly #mentions: RegExp

  /**
   * @param stateField the field that `state` stands for; undefined for a type without states, which has no such name.
   * @param record the variable of the record whose state it is.
   */
  constructor(terms: Readonly<Record<string, string>>, stateField: string | undefined, record = 'doc') {
    this.#terms = terms
    this.#stateField = stateField
    this.#state = stateField === undefined ? undefined : `${record}.${stateField}`
    this.#mentions = new RegExp(`\\b(?:${[...Object.keys(terms), STATE].join('|')})\\b`)
  }

  /**
   * The expression without names. It stays as it is if it cannot be parsed, grows too long, or has circular names; the checks report that.
   */
  spelledOut(expression: string): string {
    const written = this.#spelledOut(expression)
    return written === TOO_LONG ? expression : written
  }

  /** Whether an expression stays as it is because it grows too long. */
  isTooLong(expression: string): boolean {
    return this.#spelledOut(expression) === TOO_LONG
  }

  /** The terms that grow too long, without those that only use such a term. */
  tooLong(): string[] {
    return Object.entries(this.#terms).filter(([, term]) => this.isTooLong(term) && !namesIn(term).some((name) => this.#meaningOf(name) === TOO_LONG)).map(([name]) => name)
  }

  /** The same names for expressions in which a record of the type has another variable than `doc`, such as `option` where it is chosen. */
  of(record: string): NamedExpressions {
    return new NamedExpressions(Object.fromEntries(Object.entries(this.#terms).map(([name, term]) => [name, withRecord(term, record)])), this.#stateField, record)
  }

  /** Every name that an expression may use. */
  get all(): string[] { return [...TAKEN_NAMES, ...Object.keys(this.#terms)] }

  /** The terms that an expression uses, with what they stand for; each comes before the terms that use it. */
  usedBy(expression: string): { name: string; meaning: string; isAsWritten: boolean }[] {
    const found = new Map<string, string>()
    const collect = (text: string): void => {
      for (const name of namesIn(text)) {
        const term = Object.hasOwn(this.#terms, name) ? this.#terms[name] : undefined
        if (term === undefined || found.has(name)) continue
        found.set(name, this.spelledOut(term))
        collect(term)
      }
    }
    collect(expression)
    return [...found].map(([name, meaning]) => ({ name, meaning, isAsWritten: meaning === this.#terms[name] })).reverse()
  }

  /** The terms that lead back to themselves, each with its path. */
  cycles(): { name: string; path: string[] }[] {
    return Object.keys(this.#terms).flatMap((name) => {
      const path = this.#pathBack(name, name, new Set())
      return path === undefined ? [] : [{ name, path }]
    })
  }

  /** @param seen the terms that were already followed: one that did not lead back does not do so by another path. */
  #pathBack(from: string, to: string, seen: Set<string>): string[] | undefined {
    seen.add(from)
    for (const next of namesIn(this.#terms[from] ?? '')) {
      if (next === to) return [from, to]
      if (!Object.hasOwn(this.#terms, next) || seen.has(next)) continue
      const found = this.#pathBack(next, to, seen)
      if (found !== undefined) return [from, ...found]
    }
    return undefined
  }

  #spelledOut(expression: string): string | typeof TOO_LONG {
    if (!this.#mentions.test(expression)) return expression
    const known = this.#written.get(expression)
    if (known !== undefined) return known
    const written = this.#withMeanings(expression)
    this.#written.set(expression, written)
    return written
  }

  #withMeanings(expression: string): string | typeof TOO_LONG {
    let text = ''
    let at = 0
    for (const { name, start, end } of placesOfNames(expression) ?? []) {
      const meaning = this.#meaningOf(name)
      if (meaning === undefined) continue
      if (meaning === TOO_LONG) return TOO_LONG
      text += expression.slice(at, start) + meaning
      at = end
      // Terms that use terms can double the length each time.
      if (text.length > MAX_LENGTH) return TOO_LONG
    }
    return text + expression.slice(at)
  }

  #meaningOf(name: string): string | typeof TOO_LONG | undefined {
    if (name === STATE) return this.#state
    if (this.#meanings.has(name)) return this.#meanings.get(name)
    const term = Object.hasOwn(this.#terms, name) ? this.#terms[name] : undefined
    // It must be an expression by itself: `true) || (true` would close the parenthesis around it.
    if (term === undefined || !isExpression(term)) return undefined
    this.#meanings.set(name, undefined)
    const written = this.#spelledOut(term)
    const meaning = written === TOO_LONG || isOneTerm(written) ? written : `(${written})`
    this.#meanings.set(name, meaning)
    return meaning
  }
}

function withRecord(expression: string, record: string): string {
  let text = ''
  let at = 0
  for (const { name, start, end } of placesOfNames(expression) ?? []) {
    if (name !== 'doc') continue
    text += expression.slice(at, start) + record
    at = end
  }
  return text + expression.slice(at)
}

/** A name, a call or a field needs no parentheses. */
function isOneTerm(expression: string): boolean {
  return /^[A-Za-z_][\w.]*(\([^()]*\))?$/.test(expression)
}

function namesIn(expression: string): string[] {
  return (placesOfNames(expression) ?? []).map(({ name }) => name)
}

interface PlaceOfName { name: string; start: number; end: number }

const known = new Map<string, readonly PlaceOfName[] | undefined>()
/** Far more than the expressions of a catalogue; only overlays that are tried out make the number grow without end. */
const MAX_KNOWN = 5_000

function placesOfNames(expression: string): readonly PlaceOfName[] | undefined {
  if (known.has(expression)) return known.get(expression)
  const found = findNames(expression)
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(expression, found)
  return found
}

/** Where an expression uses names, in order, without the variables that a comprehension defines; undefined if it cannot be parsed. */
function findNames(expression: string): PlaceOfName[] | undefined {
  const found: PlaceOfName[] = []
  const visit = (node: unknown, own: ReadonlySet<string>): void => {
    if (Array.isArray(node)) return node.forEach((one) => visit(one, own))
    if (!isNode(node)) return undefined
    if (node.op === 'id') {
      if (!own.has(node.args)) found.push({ name: node.args, start: node.start, end: node.end })
      return undefined
    }
    if (node.op === 'rcall' && (COMPREHENSIONS.has(node.args[0]) || node.args[0] === 'bind')) {
      const [, receiver, args] = node.args
      const [variable, ...rest] = args
      visit(receiver, own)
      visit(rest, variable?.op === 'id' ? new Set([...own, variable.args]) : own)
      return undefined
    }
    return visit(node.args, own)
  }
  try {
    visit(parsePlainly(expression), new Set())
  } catch {
    return undefined
  }
  return found.sort((a, b) => a.start - b.start)
}
