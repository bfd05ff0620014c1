import type { ASTNode } from '@marcbachmann/cel-js'
import { childrenOf, nameIn, parsePlainly } from '../expressions/syntax-tree.ts'

/** The state field of a type in the first edition, and its initial state. */
export interface StateOfType { field: string; initial: string }

/** What an empty field reads as in the second edition, as the first edition wrote it in `orValue`. */
const NEUTRAL = new Set(['""', '\'\'', '0.0', '0', 'false', '[]'])

/**
 * Converts an expression of the first edition to the second: fields are read without `?` and `orValue`, another value for an empty field is
 * written with `ifEmpty`, and the state of the document is `state`. A text that is not an expression of the first edition is returned
 * unchanged.
 */
export function upgradeExpression(source: string, state?: StateOfType): string {
  if (!isOfFirstEdition(source) && (state === undefined || !source.includes(`.${state.field}`))) return source
  try {
    // `$lines`, the array that a mixin is used in, is not a name of the expression language.
    const plain = source.replaceAll('$lines', LINES)
    const ast = parsePlainly(plain)
    if (isUnsayable(ast)) return source
    // A node's range excludes the parentheses around it.
    keepNumbers(ast)
    const text = plain.slice(0, ast.start) + rewritten(ast, plain, state) + plain.slice(ast.end)
    return text.replaceAll(LINES, '$lines')
  } catch {
    return source
  }
}

/** Whether a text may be an expression of the first edition, or one that was only partly converted. */
export function isOfFirstEdition(text: string): boolean {
  return /\.\?[A-Za-z_]|[\w)\]]\[\?\s*[\w'"]|\.orValue\(/.test(text)
}

const LINES = 'lines__of__mixin'

/**
 * Nodes that are the expression's result. In the second edition an empty field that is returned as it is stays empty; a result that was a
 * number must stay one.
 */
const kept = new WeakSet<ASTNode>()

function keepNumbers(node: ASTNode): void {
  if (node.op === '?:') {
    keepNumbers(node.args[1])
    keepNumbers(node.args[2])
  } else kept.add(node)
}

function rewritten(node: ASTNode, source: string, state: StateOfType | undefined): string {
  const own = replacement(node, source, state)
  if (own !== undefined) return own
  let text = ''
  let at = node.start
  for (const child of inOrder(node)) {
    if (child.start < at) continue
    text += source.slice(at, child.start) + rewritten(child, source, state)
    at = child.end
  }
  return text + source.slice(at, node.end)
}

/** What replaces a node in the second edition; undefined if the node stays, although something inside it may change. */
function replacement(node: ASTNode, source: string, state: StateOfType | undefined): string | undefined {
  if (node.op === '.?' || node.op === '.' || node.op === '[?]') {
    const name = node.op === '[?]' ? namedIn(node) : nameIn(node.args[1])
    if (name === undefined) return undefined
    if (state?.field === name && node.args[0].op === 'id' && node.args[0].args === 'doc') return 'state'
    return `${rewritten(node.args[0], source, state)}.${name}`
  }
  if (node.op !== 'rcall' || node.args[0] !== 'orValue') return undefined
  const [otherwise] = node.args[2]
  if (otherwise === undefined) return undefined
  const read = rewritten(node.args[1], source, state)
  const other = rewritten(otherwise, source, state)
  // A user without an employee number, grade or department must still not match an empty one.
  const isOfUser = rootOf(node.args[1]) === 'user'
  if (read === 'state' && (other === JSON.stringify(state?.initial) || NEUTRAL.has(other))) return 'state'
  const isNumberPassedOn = kept.has(node) && /^[0-9.]+$/.test(other)
  return NEUTRAL.has(other) && !isOfUser && !isNumberPassedOn ? read : `ifEmpty(${read}, ${other})`
}

/** The field that `record[?"field"]` reads; undefined for an index in a list, and for a name that depends on the record. */
function namedIn({ op, args }: ASTNode): string | undefined {
  const [, key] = op === '[?]' ? args : []
  return key?.op === 'value' && typeof key.args === 'string' && /^[A-Za-z_]\w*$/.test(key.args) ? key.args : undefined
}

/**
 * Whether it reads an index in a list, or a name that depends on the record: the second edition cannot express that, and converting the
 * rest would change the meaning.
 */
function isUnsayable(node: ASTNode): boolean {
  return (node.op === '[?]' && namedIn(node) === undefined) || childrenOf(node).some(isUnsayable)
}

function rootOf(node: ASTNode): string | undefined {
  if (node.op === 'id') return node.args
  return node.op === '.' || node.op === '.?' || node.op === '[?]' ? rootOf(node.args[0]) : undefined
}

function inOrder(node: ASTNode): ASTNode[] {
  return childrenOf(node).sort((a, b) => a.start - b.start)
}
