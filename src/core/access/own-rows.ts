import type { ResolvedDocumentType } from '../manifest/resolved.ts'
import type { Actor } from './actor.ts'
import { allOf, type RowPredicate } from './row-predicate.ts'

/** Whether the condition asks for the person's own records and nothing else. */
export function asksForOwn(term: RowPredicate, actor: Pick<Actor, 'employee'>): boolean {
  return term.kind === 'compare' && term.op === '=' && term.field.role === 'owner' && actor.employee !== undefined && term.value === actor.employee
}

/** Whether the person's own records stand among others in these rows, so that asking for their own makes a difference. */
export function hasOthersToo({ owner }: Pick<ResolvedDocumentType, 'owner'>, rows: RowPredicate, actor: Pick<Actor, 'employee'>): boolean {
  if (owner === undefined || actor.employee === undefined || rows.kind === 'never') return false
  const own: RowPredicate = { kind: 'compare', op: '=', field: { name: owner, role: 'owner', type: 'string' }, value: actor.employee }
  return JSON.stringify(allOf([rows, own])) !== JSON.stringify(rows)
}
