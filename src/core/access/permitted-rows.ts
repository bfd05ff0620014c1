import type { ExpressionEvaluator } from '../expressions/evaluator.ts'
import type { ResolvedDocumentType, ResolvedPermission, Verb } from '../manifest/resolve/resolved.ts'
import type { Actor } from './actor.ts'
import { anyOf } from './row-predicate.ts'
import type { RowPredicate } from './row-predicate.ts'
import { UntranslatableError, compileRows } from './translate-rows.ts'
import type { RowTemplate } from './translate-rows.ts'

const templates = new WeakMap<ResolvedDocumentType, Map<string, RowTemplate>>()

/** What the manifest grants to the actor's roles; empty if nothing. */
export function grantsOf(manifest: ResolvedDocumentType, actor: Pick<Actor, 'roles'>): ResolvedPermission[] {
  return actor.roles.flatMap((role) => {
    const permission = Object.hasOwn(manifest.permissions, role) ? manifest.permissions[role] : undefined
    return permission === undefined ? [] : [permission]
  })
}

/** Whether one of the actor's roles has the verb on some records of the type. */
export function can(manifest: ResolvedDocumentType, actor: Actor, verb: Verb): boolean {
  return grantsOf(manifest, actor).some((grant) => grant.can.includes(verb))
}

/**
 * The records that the actor may list, get, update or delete: the union over their roles; `never` if no role has the verb.
 * @param constants user, settings, company and today, as rules see them.
 */
export function rowPredicate(
  manifest: ResolvedDocumentType, actor: Actor, verb: Verb, evaluator: ExpressionEvaluator, constants: Record<string, unknown> = { user: actor },
): RowPredicate {
  const grants = grantsOf(manifest, actor).filter((grant) => grant.can.includes(verb))
  return anyOf(grants.map((grant) => grantedRows(manifest, grant, evaluator, constants)))
}

/** The rows that one grant selects. */
export function grantedRows(
  manifest: ResolvedDocumentType, grant: ResolvedPermission, evaluator: ExpressionEvaluator, constants: Record<string, unknown>,
): RowPredicate {
  return templateOf(manifest, grant.rows).bind(constants, evaluator)
}

function templateOf(manifest: ResolvedDocumentType, expression: string): RowTemplate {
  const known = templates.get(manifest) ?? new Map<string, RowTemplate>()
  templates.set(manifest, known)
  const template = known.get(expression)
  if (template !== undefined) return template
  const translation = compileRows(expression, { manifest, variable: 'doc' })
  if (!translation.ok) throw new UntranslatableError(translation.issue)
  known.set(expression, translation.template)
  return translation.template
}
