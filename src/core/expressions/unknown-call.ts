import type { ASTNode, Environment } from '@marcbachmann/cel-js'
import { DIALECT_FUNCTIONS } from './dialect.ts'
import { nearest } from '../manifest/read/nearest.ts'
import { childrenOf, parseIn } from './syntax-tree.ts'

/** A call of a function that does not exist. */
export interface UnknownCall { name: string; /** Offset in the expression, in characters. */ offset: number; suggestion: string | undefined }

const names = new WeakMap<Environment, ReadonlySet<string>>()

/** The functions that can be called in an environment: CEL's own, the dialect's and those of modules. */
export function functionsOf(environment: Environment): ReadonlySet<string> {
  const known = names.get(environment)
  if (known !== undefined) return known
  const own = DIALECT_FUNCTIONS.map(({ signature }) => signature.slice(0, signature.indexOf('(')).split('.').at(-1) ?? '')
  // Names with this suffix are the engine's own, for calls that it counts.
  const found = new Set([...environment.getDefinitions().functions.map(({ name }) => name).filter((name) => !name.endsWith('__')), ...own])
  names.set(environment, found)
  return found
}

/**
 * The first call of a function that does not exist. The type checker would report the variable in it instead: `x` in `mapp(x, x.amount)`.
 */
export function unknownCall(source: string, environment: Environment): UnknownCall | undefined {
  const known = functionsOf(environment)
  let found: UnknownCall | undefined
  const visit = (node: ASTNode): void => {
    const [name] = Array.isArray(node.args) ? (node.args as unknown[]) : []
    if ((node.op === 'call' || node.op === 'rcall') && typeof name === 'string' && !known.has(name) && !name.endsWith('__')) {
      const at = source.indexOf(name, node.op === 'call' ? node.start : receiverEnd(node))
      if (found === undefined || at < found.offset) found = { name, offset: Math.max(0, at), suggestion: nearest(name, [...known]) }
    }
    for (const child of childrenOf(node)) visit(child)
  }
  try {
    visit(parseIn(environment, source).ast)
  } catch {
    return undefined
  }
  return found
}

function receiverEnd({ args, start }: ASTNode): number {
  const receiver = (args as unknown[])[1] as Partial<ASTNode> | undefined
  return receiver?.end ?? start
}
