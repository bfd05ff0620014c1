/** Whether all rows that one condition selects are among those that another grants, as far as equalities show. */
import type { ASTNode } from '@marcbachmann/cel-js'
import { childrenOf, conjuncts, fieldOfVariable, isNode, isVariable, parsePlainly } from '../expressions/syntax-tree.ts'

/** How a field of `doc` is written, depending on the record that `doc` stands for. */
type Named = (field: string) => string

/**
 * Whether everyone who sees a record by the condition `seen` may also, by the condition `granted`, read every row that `where` selects for
 * it. True only where this is evident: `row.person == doc.person`, for people who see records where `doc.person == user.employee`, is
 * within what `doc.person == user.employee` grants.
 * @param where a condition over `row` and `doc`; `seen` and `granted` are conditions over `doc`.
 */
export function isWithin(where: string, seen: string, granted: string): boolean {
  const selected = conjunctsOf(where)
  const known = new Set([...selected.map((one) => written(one)), ...conjunctsOf(seen).map((one) => written(one))])
  const equals = equalsOf(selected)
  const ofRow = (field: string): string => writtenField('row', field)
  const isKnown = (term: ASTNode, named: Named): boolean => known.has(written(term, named))
  // If a term reads more of the record than its fields, nothing is known of what it means for the row.
  return conjunctsOf(granted).every((term) => isTrue(term) || (readsFieldsOnly(term) && (isKnown(term, ofRow)
    || [...equals].some(([field, values]) => values.some((value) => isKnown(term, (name) => (name === field ? value : ofRow(name))))))))
}

/** Whether a condition requires all that another one requires, and possibly more. */
export function isNarrower(where: string, than: string): boolean {
  const asked = new Set(conjunctsOf(where).map((one) => written(one)))
  return conjunctsOf(than).every((one) => isTrue(one) || asked.has(written(one)))
}

function conjunctsOf(source: string): ASTNode[] {
  try {
    return conjuncts(parsePlainly(source))
  } catch {
    // A condition that does not parse grants nothing. The check of expressions reports it.
    return [parsePlainly('false')]
  }
}

/** Whether a condition reads nothing of `doc` except fields that it names. */
function readsFieldsOnly(node: ASTNode): boolean {
  return fieldOfVariable(node, 'doc') !== undefined || (!isVariable(node, 'doc') && childrenOf(node).every(readsFieldsOnly))
}

const isTrue = (node: ASTNode): boolean => node.op === 'value' && node.args === true

/** For each field of the row, the expressions that it is required to equal. */
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

/** A syntax tree as text, the same for trees of the same meaning, however they use whitespace and brackets and access fields. */
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

/** Quoted, so that no field name reads as something else. */
function writtenField(variable: 'doc' | 'row', field: string): string {
  return `${variable}.${JSON.stringify(field)}`
}
