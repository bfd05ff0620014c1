/** Whether rows that one condition selects are all among those that another grants, as far as equalities tell. */
import type { ASTNode } from '@marcbachmann/cel-js'
import { isNode, isVariable, parsePlainly } from '../expressions/syntax-tree.ts'

/** How a field of a record that a text names is written; undefined leaves it as it is. */
type Named = (variable: string, field: string) => string | undefined

/**
 * Whether everybody who sees a record by the condition `seen` may, by the condition `granted`, read every row that `where`
 * selects for it. True only where that is plain: `row.person == doc.person` for who sees records where
 * `doc.person == user.employee` is within what `doc.person == user.employee` grants.
 * @param where a condition over `row` and `doc`; `seen` and `granted` are conditions over `doc`.
 */
export function isWithin(where: string, seen: string, granted: string): boolean {
  const selected = conjunctsOf(where)
  const known = new Set([...selected.map((one) => written(one)), ...conjunctsOf(seen).map((one) => written(one))])
  const equals = equalsOf(selected)
  const ofRow = (field: string): string => `row.${field}`
  const isKnown = (term: ASTNode, fieldOf: (field: string) => string): boolean => known.has(written(term, (variable, field) => (variable === 'doc' ? fieldOf(field) : undefined)))
  return conjunctsOf(granted).every((term) => isTrue(term) || isKnown(term, ofRow)
    || [...equals].some(([field, values]) => values.some((value) => isKnown(term, (name) => (name === field ? value : ofRow(name))))))
}

/** Whether a condition asks all that the other asks, and perhaps more. */
export function isNarrower(where: string, than: string): boolean {
  const asked = new Set(conjunctsOf(where).map((one) => written(one)))
  return conjunctsOf(than).every((one) => isTrue(one) || asked.has(written(one)))
}

function conjunctsOf(source: string): ASTNode[] {
  try {
    return conjuncts(parsePlainly(source))
  } catch {
    // What cannot be read grants nothing, and is told by the check of expressions.
    return [parsePlainly('false')]
  }
}

function conjuncts(node: ASTNode): ASTNode[] {
  return node.op === '&&' ? [...conjuncts(node.args[0]), ...conjuncts(node.args[1])] : [node]
}

const isTrue = (node: ASTNode): boolean => node.op === 'value' && node.args === true

/** By field of the row what it is wanted to equal. */
function equalsOf(terms: ASTNode[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const term of terms) {
    if (term.op !== '==') continue
    for (const [one, other] of [[term.args[0], term.args[1]], [term.args[1], term.args[0]]] as [ASTNode, ASTNode][]) {
      if (one.op === '.' && isVariable(one.args[0], 'row')) found.set(one.args[1], [...(found.get(one.args[1]) ?? []), written(other)])
    }
  }
  return found
}

/** A syntax tree as a text that is the same for what means the same, whatever its blanks and brackets. */
function written(node: ASTNode, named: Named = () => undefined): string {
  if (node.op === 'value') return typeof node.args === 'bigint' ? `${node.args}i` : JSON.stringify(node.args)
  if (node.op === 'id') return node.args
  if (node.op === '.' && node.args[0].op === 'id') return named(node.args[0].args, node.args[1]) ?? `${node.args[0].args}.${node.args[1]}`
  const part = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.map(part).join()}]`
    return isNode(value) ? written(value, named) : JSON.stringify(value)
  }
  const parts = Array.isArray(node.args) ? (node.args as unknown[]).map(part) : [part(node.args)]
  return `${node.op}(${(node.op === '==' ? parts.sort() : parts).join()})`
}
