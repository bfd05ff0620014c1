/** Which actions make a record a task: those that move it on. */
import type { Catalogue, ResolvedAction, ResolvedDocumentType } from '../manifest/resolve/resolved.ts'
import { isDecision } from '../workflow/decisions.ts'
import type { Actor } from './actor.ts'
import { OWNER } from './built-in-roles.ts'

/** The primary actions of a type that people perform on a single record; not decisions, saving and what is done for many records at once. */
export function taskActions({ types }: Pick<Catalogue, 'types'>, { id, actions }: ResolvedDocumentType): ResolvedAction[] {
  const atOnce = new Set(Object.values(types).flatMap((type) => Object.values(type.actions).flatMap(({ runs }) => runs.flatMap(({ over, action }) => (type.lookups[over]?.of === id ? [action] : [])))))
  return Object.values(actions).filter((action) => action.tone === 'primary' && !action.saves && !action.deletes && !isDecision(action.id) && !atOnce.has(action.id))
}

/** Those of the actions that are for holders of one of the actor's roles, whoever owns the record. */
export function forRoles(actions: ResolvedAction[], { roles }: Pick<Actor, 'roles'>): ResolvedAction[] {
  return actions.filter(({ who }) => who.some((role) => roles.includes(role)))
}

/** Those of the actions that are for the record's owner. */
export function forOwner(actions: ResolvedAction[]): ResolvedAction[] {
  return actions.filter(({ who }) => who.includes(OWNER))
}
