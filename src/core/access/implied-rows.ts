/** Whether rows that one condition selects are all among those that another grants, as far as equalities tell. */
import type { ASTNode } from '@marcbachmann/cel-js'
import { childrenOf, conjuncts, fieldOfVariable, isNode, isVariable, parsePlainly } from '../expressions/syntax-tree.ts'

/** How a field of the record is written that `doc` stands for. */
type Named = (field: string) => string

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
  const ofRow = (field: string): string => writtenField('row', field)
  const isKnown = (term: ASTNode, named: Named): boolean => known.has(written(term, named))
  // Of a term that reads more of the record than its fields nobody knows what it says of the row.
  return conjunctsOf(granted).every((term) => isTrue(term) || (readsFieldsOnly(term) && (isKnown(term, ofRow)
    || [...equals].some(([field, values]) => values.some((value) => isKnown(term, (name) => (name === field ? value : ofRow(name))))))))
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

/** Whether a condition reads nothing of `doc` but fields that it names. */
function readsFieldsOnly(node: ASTNode): boolean {
  return fieldOfVariable(node, 'doc') !== undefined || (!isVariable(node, 'doc') && childrenOf(node).every(readsFieldsOnly))
}

const isTrue = (node: ASTNode): boolean => node.op === 'value' && node.args === true

/** By field of the row what it is wanted to equal. */
function equalsOf(terms: ASTNode[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const term of terms) {
    if (term.op !== '==') continue
    for (const [one, other] of [[term.args[0], term.args[1]], [term.args[1], term.args[0]]] as [ASTNode, ASTNode][]) {
      const field = fieldOfVariable(one, 'row')
      if (field !== undefined) found.set(field, [...(found.get(field) ?? []), written(other)])
    }
  }
  return found
}

/** A syntax tree as a text that is the same for what means the same, whatever its blanks and brackets and however it names a field. */
function written(node: ASTNode, named: Named = (field) => writtenField('doc', field)): string {
  if (node.op === 'value') return typeof node.args === 'bigint' ? `${node.args}i` : JSON.stringify(node.args)
  if (node.op === 'id') return node.args
  const [ofDoc, ofRow] = [fieldOfVariable(node, 'doc'), fieldOfVariable(node, 'row')]
  if (ofDoc !== undefined) return named(ofDoc)
  if (ofRow !== undefined) return writtenField('row', ofRow)
  const part = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.map(part).join()}]`
    return isNode(value) ? written(value, named) : JSON.stringify(value)
  }
  const parts = Array.isArray(node.args) ? (node.args as unknown[]).map(part) : [part(node.args)]
  return `${node.op}(${(node.op === '==' ? parts.sort() : parts).join()})`
}

/** In quotes, so that no name reads as something else. */
function writtenField(variable: 'doc' | 'row', field: string): string {
  return `${variable}.${JSON.stringify(field)}`
}
