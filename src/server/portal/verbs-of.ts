import type { Actor, ResolvedDocumentType, Verb } from '../../core/index.ts'

const VERBS: Verb[] = ['list', 'get', 'create', 'update', 'delete']

/** Verbs that the person's roles grant on at least some rows of the type. */
export function verbsOf(type: ResolvedDocumentType, actor: Pick<Actor, 'roles'>): Verb[] {
  const granted = new Set(actor.roles.flatMap((role) => (Object.hasOwn(type.permissions, role) ? (type.permissions[role]?.can ?? []) : [])))
  return VERBS.filter((verb) => granted.has(verb))
}
