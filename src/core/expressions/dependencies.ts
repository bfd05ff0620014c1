import type { ASTNode } from '@marcbachmann/cel-js'
import { CHOICES } from './choose-macro.ts'
import { childrenOf, isNode, nameIn, parsePlainly } from './syntax-tree.ts'

/**
 * A path that an expression reads: the variable, then fields. `*` means any element of a list, `#` for its length and order.
 * `doc.lines.map(l, l.amount)` reads `['doc','lines','#']` and `['doc','lines','*','amount']`.
 */
export type ReadPath = string[]

/** Methods whose first argument names the list's element for the expression after it. */
export const COMPREHENSIONS = new Set(['map', 'filter', 'all', 'exists', 'exists_one', ...Object.keys(CHOICES)])

const known = new Map<string, readonly ReadPath[]>()
const MAX_KNOWN = 5_000

/**
 * The paths an expression reads; none if it cannot be parsed. Cached, because checks, plans and the redaction for each role ask for the
 * same expressions.
 * @param parse returns the syntax tree, for a caller that has it already.
 */
export function dependenciesOf(expression: string, parse = parsePlainly): readonly ReadPath[] {
  let reads = known.get(expression)
  if (reads !== undefined) return reads
  try {
    reads = readsOf(parse(expression))
  } catch {
    reads = []
  }
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(expression, reads)
  return reads
}

/** Whether the text is one complete expression. */
export function isExpression(text: string): boolean {
  try {
    parsePlainly(text)
    return true
  } catch {
    return false
  }
}

/**
 * The paths that a syntax tree reads, each once. A path that ends at a record or list means all of it.
 * @param denoted receives the path that each node denotes, for those that denote one
 */
export function readsOf(root: ASTNode, denoted?: Map<ASTNode, ReadPath>): ReadPath[] {
  const collector = new ReadCollector(denoted)
  collector.record(collector.visit(root, new Map()))
  return collector.paths
}

/** Variables of comprehensions and `cel.bind`, each with the path that it denotes, if any. */
type BoundPaths = ReadonlyMap<string, ReadPath | undefined>

class ReadCollector {
  readonly #found = new Map<string, ReadPath>()
  readonly #denoted: Map<ASTNode, ReadPath> | undefined

  constructor(denoted: Map<ASTNode, ReadPath> | undefined) {
    this.#denoted = denoted
  }

  get paths(): ReadPath[] { return [...this.#found.values()] }

  record(path: ReadPath | undefined): void {
    if (path !== undefined) this.#found.set(path.join('.'), path)
  }

  /** Visits a node and returns the path it denotes, if any; the caller records or extends it. */
  visit(node: ASTNode, bound: BoundPaths): ReadPath | undefined {
    const path = this.#pathOf(node, bound)
    if (path !== undefined) this.#denoted?.set(node, path)
    return path
  }

  #pathOf(node: ASTNode, bound: BoundPaths): ReadPath | undefined {
    switch (node.op) {
      case 'value': return undefined
      case 'id': return bound.has(node.args) ? bound.get(node.args) : [node.args]
      case '.': return extend(this.visit(node.args[0], bound), node.args[1])
      case '.?': return extend(this.visit(node.args[0], bound), nameIn(node.args[1]))
      case '[]': case '[?]': {
        const index: unknown = node.args[1]
        const base = this.visit(node.args[0], bound)
        const name = nameIn(index)
        if (name !== undefined) return extend(base, name)
        if (isNode(index)) this.record(this.visit(index, bound))
        return extend(base, '*')
      }
      case 'call': return this.#visitCall(node.args, bound)
      case 'rcall': return this.#visitMethod(node.args, bound)
      default:
        childrenOf(node).forEach((child) => this.record(this.visit(child, bound)))
        return undefined
    }
  }

  #visitCall([name, args]: [string, ASTNode[]], bound: BoundPaths): ReadPath | undefined {
    if (name === 'first' && args.length === 1) {
      const list = this.visit(args[0]!, bound)
      this.#recordLength(list)
      return extend(list, '*')
    }
    for (const argument of args) {
      const path = this.visit(argument, bound)
      // Only the number of elements is read, not their content.
      if (name === 'size') this.#recordLength(path)
      else this.record(path)
    }
    return undefined
  }

  #visitMethod([method, receiver, args]: [string, ASTNode, ASTNode[]], bound: BoundPaths): ReadPath | undefined {
    const [variable, ...rest] = args
    if (method === 'bind' && receiver.op === 'id' && receiver.args === 'cel' && variable?.op === 'id' && rest.length === 2) {
      const value = this.visit(rest[0]!, bound)
      this.record(value)
      return this.visit(rest[1]!, new Map([...bound, [variable.args, value]]))
    }
    const list = this.visit(receiver, bound)
    if (COMPREHENSIONS.has(method) && variable?.op === 'id' && rest.length > 0) return this.#visitComprehension(method, list, rest, variable.args, bound)
    args.forEach((argument) => this.record(this.visit(argument, bound)))
    if (method === 'size') {
      this.#recordLength(list)
      return undefined
    }
    if (method === 'orValue' || method === 'or' || method === 'value') return list
    this.record(list)
    return undefined
  }

  /** The list itself is read (its length and order), but its elements only as far as the bodies read them. */
  #visitComprehension(method: string, list: ReadPath | undefined, bodies: ASTNode[], variable: string, bound: BoundPaths): ReadPath | undefined {
    this.#recordLength(list)
    const element = extend(list, '*')
    const inner = new Map([...bound, [variable, element]])
    bodies.forEach((body) => this.record(this.visit(body, inner)))
    if (Object.hasOwn(CHOICES, method)) return element
    return method === 'filter' ? list : undefined
  }

  #recordLength(list: ReadPath | undefined): void {
    this.record(extend(list, '#'))
  }
}

function extend(base: ReadPath | undefined, name: string | undefined): ReadPath | undefined {
  return base === undefined || name === undefined ? base : [...base, name]
}
