import { Environment } from '@marcbachmann/cel-js'
import type { ASTNode } from '@marcbachmann/cel-js'

const parser = new Environment({ enableOptionalTypes: true, unlistedVariablesAreDyn: true, homogeneousAggregateLiterals: false })

/** Characters of the longest expression, its terms spelled out: what the parser does with a longer one takes long before any of its own limits is met. */
export const MAX_LENGTH = 10_000

/** An expression parsed in the environment. @throws where it is none, or too long. */
export function parseIn(environment: Environment, source: string): ReturnType<Environment['parse']> {
  if (source.length > MAX_LENGTH) throw new Error(`An expression has at most ${MAX_LENGTH} characters, not ${source.length}`)
  try {
    return environment.parse(source)
  } catch (error) {
    // The parser calls itself for what is nested, and Node's stack ends before its limit of depth.
    throw error instanceof RangeError ? new Error('The expression is nested too deeply', { cause: error }) : error
  }
}

/** The tree of an expression of which nothing is known but its text: no name in it is looked up. @throws where it is no expression. */
export function parsePlainly(expression: string): ASTNode {
  return parseIn(parser, expression).ast
}

/** Whether a part of a node is a node itself, rather than a name, an operator or a literal. */
export function isNode(value: unknown): value is ASTNode {
  return typeof value === 'object' && value !== null && 'op' in value && 'args' in value
}

/** The nodes directly beneath one, in the parser's order: of a call its receiver before what it is given. */
export function childrenOf({ args }: ASTNode): ASTNode[] {
  const found: ASTNode[] = []
  const collect = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(collect)
    else if (isNode(value)) found.push(value)
  }
  collect(args)
  return found
}

/** The name in `.name`, `.?name` or `["name"]`, which the parser gives as text or as a literal node. */
export function nameIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return isNode(value) && value.op === 'value' && typeof value.args === 'string' ? value.args : undefined
}

/** Whether it reads the variable itself, such as `row`. */
export function isVariable(node: ASTNode, name: string): boolean {
  return node.op === 'id' && node.args === name
}

/** The field that a node reads of a variable: `row.x`, `row.?x`, `row["x"]`, `row[?"x"]`. */
export function fieldOfVariable(node: ASTNode, name: string): string | undefined {
  switch (node.op) {
    case '.': case '.?': case '[]': case '[?]': return isVariable(node.args[0], name) ? nameIn(node.args[1]) : undefined
    default: return undefined
  }
}

/** The terms of a condition that must all hold. */
export function conjuncts(node: ASTNode): ASTNode[] {
  return node.op === '&&' ? [...conjuncts(node.args[0]), ...conjuncts(node.args[1])] : [node]
}
