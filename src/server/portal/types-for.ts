import type { BootstrapAnswer } from '../../contract/index.ts'
import type { Actor, Engine, ResolvedDocumentType, Verb } from '../../core/index.ts'

const VERBS: Verb[] = ['list', 'get', 'create', 'update', 'delete']

/** Document types that the person may do anything with, and what. */
export function typesFor(engine: Engine, actor: Actor): BootstrapAnswer['types'] {
  const entries = Object.values(engine.catalogue.types).flatMap((type): [string, BootstrapAnswer['types'][string]][] => {
    const can = verbsOf(type, actor)
    return can.length === 0 ? [] : [[type.id, { manifest: type.hash, can }]]
  })
  return Object.fromEntries(entries)
}

/** Verbs that the person's roles grant on some rows of the type. */
export function verbsOf(type: ResolvedDocumentType, actor: Actor): Verb[] {
  const granted = new Set(actor.roles.flatMap((role) => (Object.hasOwn(type.permissions, role) ? (type.permissions[role]?.can ?? []) : [])))
  return VERBS.filter((verb) => granted.has(verb))
}
