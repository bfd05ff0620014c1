/** The core's row predicates as SQL over `documents d`. NULL for an absent field evaluates as in the core. */
import type { FieldOperand, RowPredicate } from '../../../core/index.ts'
import { decidesForSql } from '../users/delegates.ts'
import { dataValue, literal, type SqlType } from '../sql/field-sql.ts'
import type { Statement } from '../sql/statement.ts'

const SQL_TYPES: Record<FieldOperand['type'], SqlType> = { string: 'text', number: 'numeric', boolean: 'boolean' }

export interface PredicateScope {
  /** The document type of the rows. */
  type: string
  /** The placeholder of the company. */
  company: string
  /** The placeholder of the key, if a single record is selected. */
  key?: string
}

/** The condition, in parentheses where necessary; its values are added to the statement. */
export function predicateSql(predicate: RowPredicate, statement: Statement, scope: PredicateScope): string {
  switch (predicate.kind) {
    case 'always': return 'true'
    case 'never': return 'false'
    case 'and':
    case 'or': return `(${predicate.terms.map((term) => predicateSql(term, statement, scope)).join(` ${predicate.kind} `)})`
    case 'not': return `(not ${predicateSql(predicate.term, statement, scope)})`
    case 'has': return `(${operand(predicate.field)} is not null)`
    case 'assigned': return assignedSql(predicate, statement, scope)
    case 'compare': return comparisonSql(predicate, statement)
    case 'in': return `(${operand(predicate.field)} = any(${statement.value(predicate.values, `${SQL_TYPES[predicate.field.type]}[]`)}))`
    // A list contains a text if it contains it as JSON, which uses the field's index.
    case 'includes': return `(d.data->${literal(predicate.field.name)} @> to_jsonb(${statement.value(predicate.value, 'text')}))`
    case 'contains': return `(strpos(${operand(predicate.field)}, ${statement.value(predicate.value, 'text')}) > 0)`
    case 'startsWith': return `starts_with(${operand(predicate.field)}, ${statement.value(predicate.value, 'text')})`
    case 'endsWith': {
      const value = statement.value(predicate.value, 'text')
      return `(right(${operand(predicate.field)}, length(${value})) = ${value})`
    }
  }
}

/** Splits a predicate into its alternatives: each can use its own index, while a single `or` over all of them cannot. */
export function alternatives(predicate: RowPredicate): RowPredicate[] {
  return predicate.kind === 'or' ? predicate.terms : [predicate]
}

function comparisonSql(predicate: Extract<RowPredicate, { kind: 'compare' }>, statement: Statement): string {
  const type = SQL_TYPES[predicate.field.type]
  const isOrdered = predicate.op !== '=' && predicate.op !== '<>'
  const collation = isOrdered && type === 'text' ? ' collate "C"' : ''
  return `(${operand(predicate.field)} ${predicate.op} ${statement.value(predicate.value, type)}${collation})`
}

function assignedSql({ actor, asDelegate }: Extract<RowPredicate, { kind: 'assigned' }>, statement: Statement, scope: PredicateScope): string {
  const decides = decidesForSql('a', { number: actor, delegations: asDelegate?.delegations ?? [], roles: asDelegate?.roles ?? [] }, statement)
  if (scope.key !== undefined) {
    const named = `${statement.value(actor, 'text')} in (a.approver, a.original_approver) or ${decides}`
    return `exists (select 1 from approval_entries a where a.company = ${scope.company} and a.type = ${literal(scope.type)} and a.document_key = ${scope.key} and (${named}))`
  }
  const entries = `select a.document_key from approval_entries a where a.company = ${scope.company} and a.type = ${literal(scope.type)}`
  const approver = statement.value(actor, 'text')
  // People who handed an entry over still see the document.
  return `(d.key in (${entries} and a.approver = ${approver} union all ${entries} and a.original_approver = ${approver}${asDelegate === undefined ? '' : ` union all ${entries} and ${decides}`}))`
}

/** A field of `documents d` as stored; NULL if empty. */
export function operand(field: FieldOperand): string {
  return field.role === 'data' ? dataValue(field.name, SQL_TYPES[field.type], 'd.') : `d.${field.role}`
}
