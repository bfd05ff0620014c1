import { actionsOf, isDecision } from '../../../core/index.ts'
import type { CompiledType, Doc, ResolvedAction, ResolvedDocumentType, RuleContext } from '../../../core/index.ts'
import type { Portal } from '../../sdk.ts'

/** Actions of a document that is not stored yet: what its manifest offers from `new` to whoever makes it. */
export function actionsOfNew(compiled: CompiledType, doc: Doc, ctx: RuleContext, portal: Portal): string[] {
  const { manifest } = compiled
  if (!portal.can(manifest.id, 'create')) return []
  const hasStates = Object.keys(manifest.states).length > 0
  return actionsOf(manifest)
    .filter((action) => (hasStates ? action.from.includes('new') : action.saves))
    .filter((action) => !hasStates || action.who.some((who) => who === 'owner' || portal.actor.roles.includes(who)))
    .filter((action) => action.when === undefined || compiled.test(action.when, doc, ctx))
    .map((action) => action.id)
}

/** The buttons of the card, in the manifest's order; decisions are taken on the approval's own screen. */
export function cardActions(manifest: ResolvedDocumentType, allowed: string[]): ResolvedAction[] {
  return actionsOf(manifest).filter((action) => allowed.includes(action.id) && action.place.includes('card') && !isDecision(action.id))
}

/** Whether the fields may be changed: some offered action stores them. */
export function isEditable(manifest: ResolvedDocumentType, allowed: string[]): boolean {
  return actionsOf(manifest).some((action) => action.saves && allowed.includes(action.id))
}

/** Top or bottom, as the manifest or its setting says; bottom when neither does. */
export function actionsPlace(manifest: ResolvedDocumentType, portal: Portal): 'top' | 'bottom' {
  const position = manifest.card.actionsPosition
  if ('fixed' in position) return position.fixed
  const [group = '', name = ''] = position.setting.split('.')
  return portal.settings[group]?.[name] === 'top' ? 'top' : 'bottom'
}
