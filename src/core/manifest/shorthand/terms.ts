import { COMPREHENSIONS, isExpression } from '../../expressions/dependencies.ts'
import { isNode, parsePlainly } from '../../expressions/syntax-tree.ts'

/** How an expression calls the state that the document is in. */
export const STATE = 'state'

/** Names that a term may not have: an expression reads something else by them. */
export const TAKEN_NAMES = ['doc', 'line', 'self', 'prev', 'user', 'settings', 'company', 'today', 'now', 'lists', 'lookups', 'input', 'option', 'row', 'approvals', STATE]

/**
 * Puts what a name stands for in its place: the terms of a type and `state`. What the evaluator, the browser and SQL then get
 * holds no names of a type's own.
 */
export class NamedExpressions {
  readonly #terms: Readonly<Record<string, string>>
  readonly #state: string | undefined
  readonly #written = new Map<string, string>()
  readonly #mentions: RegExp

  /** @param stateField the field that `state` stands for; undefined for a type without states, which has no such name. */
  constructor(terms: Readonly<Record<string, string>>, stateField: string | undefined) {
    this.#terms = terms
    this.#state = stateField === undefined ? undefined : `doc.${stateField}`
    this.#mentions = new RegExp(`\\b(?:${[...Object.keys(terms), STATE].join('|')})\\b`)
  }

  /** The expression without names. One that cannot be read, and one whose names lead in a circle, stays as it is: the checks tell. */
  spelledOut(expression: string): string {
    return this.#spelledOut(expression, new Set()) ?? expression
  }

  /** Every name that an expression may use. */
  get all(): string[] { return [...TAKEN_NAMES, ...Object.keys(this.#terms)] }

  /** The terms that an expression uses, those first that another of them uses, with what they stand for. */
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

  /** The terms that lead to themselves, each with the way. */
  circles(): { name: string; way: string[] }[] {
    return Object.keys(this.#terms).flatMap((name) => {
      const way = this.#wayBack(name, name, [])
      return way === undefined ? [] : [{ name, way }]
    })
  }

  #wayBack(from: string, to: string, way: string[]): string[] | undefined {
    for (const next of namesIn(this.#terms[from] ?? '')) {
      if (next === to) return [...way, from, to]
      if (Object.hasOwn(this.#terms, next) && !way.includes(next) && next !== from) {
        const found = this.#wayBack(next, to, [...way, from])
        if (found !== undefined) return found
      }
    }
    return undefined
  }

  #spelledOut(expression: string, open: ReadonlySet<string>): string | undefined {
    if (!this.#mentions.test(expression)) return expression
    const known = this.#written.get(expression)
    if (known !== undefined) return known
    const places = placesOfNames(expression)
    if (places === undefined) return undefined
    let text = ''
    let at = 0
    for (const { name, start, end } of places) {
      const meaning = this.#meaningOf(name, open)
      if (meaning === undefined) continue
      text += expression.slice(at, start) + meaning
      at = end
    }
    const written = text + expression.slice(at)
    if (open.size === 0) this.#written.set(expression, written)
    return written
  }

  #meaningOf(name: string, open: ReadonlySet<string>): string | undefined {
    if (name === STATE) return this.#state
    const term = Object.hasOwn(this.#terms, name) ? this.#terms[name] : undefined
    // Whole in itself: `true) || (true` would close the brackets that it is put into.
    if (term === undefined || open.has(name) || !isExpression(term)) return undefined
    const meaning = this.#spelledOut(term, new Set([...open, name])) ?? term
    return isOneTerm(meaning) ? meaning : `(${meaning})`
  }
}

/** A name, a call or a field needs no brackets. */
function isOneTerm(expression: string): boolean {
  return /^[A-Za-z_][\w.]*(\([^()]*\))?$/.test(expression)
}

function namesIn(expression: string): string[] {
  return (placesOfNames(expression) ?? []).map(({ name }) => name)
}

interface PlaceOfName { name: string; start: number; end: number }

const known = new Map<string, readonly PlaceOfName[] | undefined>()
/** Far more than the expressions of a catalogue; only what overlays that were tried made of them grows without end. */
const MAX_KNOWN = 5_000

function placesOfNames(expression: string): readonly PlaceOfName[] | undefined {
  if (known.has(expression)) return known.get(expression)
  const found = findNames(expression)
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(expression, found)
  return found
}

/** Where an expression names something, in order, without what a comprehension names for itself; undefined for what cannot be read. */
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
