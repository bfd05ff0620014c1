import type { ResolvedDocumentType } from '../manifest/resolve/resolved.ts'
import type { Actor } from './actor.ts'
import type { RowPredicate } from './row-predicate.ts'

/** Whether the condition selects the person's own records and nothing else. */
export function selectsOwnOnly(term: RowPredicate, actor: Pick<Actor, 'employee'>): boolean {
  return term.kind === 'compare' && term.op === '=' && term.field.role === 'owner' && actor.employee !== undefined && term.value === actor.employee
}

/** Whether these rows hold other people's records besides the person's own, so that selecting only their own makes a difference. */
export function includesOthers({ owner }: Pick<ResolvedDocumentType, 'owner'>, rows: RowPredicate, actor: Pick<Actor, 'employee'>): boolean {
  if (owner === undefined || actor.employee === undefined || rows.kind === 'never') return false
  return !areOwn(rows, actor, false)
}

/**
 * Whether the condition, or its negation, selects only the person's own records. A wrong false does no harm: it offers a filter that makes
 * no difference.
 */
function areOwn(rows: RowPredicate, actor: Pick<Actor, 'employee'>, isNegated: boolean): boolean {
  switch (rows.kind) {
    case 'never': return !isNegated
    case 'always': return isNegated
    case 'not': return areOwn(rows.term, actor, !isNegated)
    case 'and': case 'or': return (rows.kind === 'and') !== isNegated
      ? rows.terms.some((term) => areOwn(term, actor, isNegated))
      : rows.terms.every((term) => areOwn(term, actor, isNegated))
    case 'compare': return selectsOwnOnly(isNegated ? { ...rows, op: rows.op === '<>' ? '=' : '<>' } : rows, actor)
    case 'in': return !isNegated && rows.field.role === 'owner' && rows.values.every((value) => value === actor.employee)
    default: return false
  }
}
