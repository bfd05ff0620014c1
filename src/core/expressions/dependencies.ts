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
  const found = new Map<string, ReadPath>()
  const record = (path: ReadPath | undefined): void => {
    if (path !== undefined) found.set(path.join('.'), path)
  }

  /** Visits a node and returns the path it denotes, if any; the caller records or extends it. */
  function visit(node: ASTNode, bound: ReadonlyMap<string, ReadPath | undefined>): ReadPath | undefined {
    const path = pathOf(node, bound)
    if (path !== undefined) denoted?.set(node, path)
    return path
  }

  function pathOf(node: ASTNode, bound: ReadonlyMap<string, ReadPath | undefined>): ReadPath | undefined {
    switch (node.op) {
      case 'value': return undefined
      case 'id': return bound.has(node.args) ? bound.get(node.args) : [node.args]
      case '.': return extend(visit(node.args[0], bound), node.args[1])
      case '.?': return extend(visit(node.args[0], bound), nameIn(node.args[1]))
      case '[]': case '[?]': {
        const index: unknown = node.args[1]
        const base = visit(node.args[0], bound)
        const name = nameIn(index)
        if (name !== undefined) return extend(base, name)
        if (isNode(index)) record(visit(index, bound))
        return extend(base, '*')
      }
      case 'call':
        if (node.args[0] === 'first' && node.args[1].length === 1) {
          const list = visit(node.args[1][0]!, bound)
          if (list !== undefined) record([...list, '#'])
          return extend(list, '*')
        }
        for (const argument of node.args[1]) {
          const path = visit(argument, bound)
          // Only the number of elements is read, not their content.
          record(node.args[0] === 'size' && path !== undefined ? [...path, '#'] : path)
        }
        return undefined
      case 'rcall': return visitMethod(node.args, bound)
      default:
        childrenOf(node).forEach((child) => record(visit(child, bound)))
        return undefined
    }
  }

  function visitMethod([method, receiver, args]: [string, ASTNode, ASTNode[]], bound: ReadonlyMap<string, ReadPath | undefined>): ReadPath | undefined {
    const [variable, ...rest] = args
    if (method === 'bind' && receiver.op === 'id' && receiver.args === 'cel' && variable?.op === 'id' && rest.length === 2) {
      const value = visit(rest[0]!, bound)
      record(value)
      return visit(rest[1]!, new Map([...bound, [variable.args, value]]))
    }
    const list = visit(receiver, bound)
    if (COMPREHENSIONS.has(method) && variable?.op === 'id' && rest.length > 0) {
      // The list itself is read (its length and order), but its elements only as far as the body reads them.
      if (list !== undefined) record([...list, '#'])
      const element = list === undefined ? undefined : [...list, '*']
      const inner = new Map([...bound, [variable.args, element]])
      rest.forEach((body) => record(visit(body, inner)))
      if (Object.hasOwn(CHOICES, method)) return element
      return method === 'filter' ? list : undefined
    }
    args.forEach((argument) => record(visit(argument, bound)))
    if (method === 'size') {
      if (list !== undefined) record([...list, '#'])
      return undefined
    }
    if (method === 'orValue' || method === 'or' || method === 'value') return list
    record(list)
    return undefined
  }

  record(visit(root, new Map()))
  return [...found.values()]
}

function extend(base: ReadPath | undefined, name: string | undefined): ReadPath | undefined {
  return base === undefined || name === undefined ? base : [...base, name]
}
