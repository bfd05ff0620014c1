import type { ASTNode, Environment } from '@marcbachmann/cel-js'
import { DIALECT_FUNCTIONS } from './dialect.ts'
import { nearest } from '../manifest/read/nearest.ts'
import { childrenOf, parseIn } from './syntax-tree.ts'

/** A function that an expression calls and that there is not. */
export interface UnknownCall { name: string; /** Characters into the expression. */ offset: number; suggestion: string | undefined }

const names = new WeakMap<Environment, ReadonlySet<string>>()

/** What may be called in an environment: CEL's own, the dialect's and those of modules. */
export function functionsOf(environment: Environment): ReadonlySet<string> {
  const known = names.get(environment)
  if (known !== undefined) return known
  const own = DIALECT_FUNCTIONS.map(({ signature }) => signature.slice(0, signature.indexOf('(')).split('.').at(-1) ?? '')
  // What ends so is how the engine writes a call that it watches.
  const found = new Set([...environment.getDefinitions().functions.map(({ name }) => name).filter((name) => !name.endsWith('__')), ...own])
  names.set(environment, found)
  return found
}

/** The first call of a function that there is not. The type checker speaks of what such a call would have named first: of `x` in `mapp(x, x.amount)`. */
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
