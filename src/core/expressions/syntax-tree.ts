import { Environment } from '@marcbachmann/cel-js'
import type { ASTNode } from '@marcbachmann/cel-js'

const parser = new Environment({ enableOptionalTypes: true, unlistedVariablesAreDyn: true, homogeneousAggregateLiterals: false })

/**
 * Maximum length of an expression in characters, with its terms expanded. For a longer one the parser takes very long before it meets any
 * of its own limits.
 */
export const MAX_LENGTH = 10_000

/** Parses an expression in the environment. @throws if it is not an expression, or is too long. */
export function parseIn(environment: Environment, source: string): ReturnType<Environment['parse']> {
  if (source.length > MAX_LENGTH) throw new Error(`An expression has at most ${MAX_LENGTH} characters, not ${source.length}`)
  try {
    return environment.parse(source)
  } catch (error) {
    // The parser is recursive, and Node's stack overflows before the parser's depth limit is met.
    throw error instanceof RangeError ? new Error('The expression is nested too deeply', { cause: error }) : error
  }
}

/** The syntax tree of an expression, without looking up any name in it. @throws if it is not an expression. */
export function parsePlainly(expression: string): ASTNode {
  return parseIn(parser, expression).ast
}

/** Whether a part of a node is a node itself, rather than a name, an operator or a literal. */
export function isNode(value: unknown): value is ASTNode {
  return typeof value === 'object' && value !== null && 'op' in value && 'args' in value
}

/** The direct children of a node, in the parser's order: for a call, its receiver before its arguments. */
export function childrenOf({ args }: ASTNode): ASTNode[] {
  const found: ASTNode[] = []
  const collect = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(collect)
    else if (isNode(value)) found.push(value)
  }
  collect(args)
  return found
}

/** The name in `.name`, `.?name` or `["name"]`, which the parser returns as text or as a literal node. */
export function nameIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return isNode(value) && value.op === 'value' && typeof value.args === 'string' ? value.args : undefined
}

/** Whether the node reads the variable itself, such as `row`. */
export function isVariable(node: ASTNode, name: string): boolean {
  return node.op === 'id' && node.args === name
}

/** The field of a variable that a node reads: `row.x`, `row.?x`, `row["x"]`, `row[?"x"]`. */
export function fieldOfVariable(node: ASTNode, name: string): string | undefined {
  switch (node.op) {
    case '.': case '.?': case '[]': case '[?]': return isVariable(node.args[0], name) ? nameIn(node.args[1]) : undefined
    default: return undefined
  }
}

/** The operands of `&&` in a condition, all of which must hold. */
export function conjuncts(node: ASTNode): ASTNode[] {
  return node.op === '&&' ? [...conjuncts(node.args[0]), ...conjuncts(node.args[1])] : [node]
}
