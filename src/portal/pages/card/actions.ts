import { availableActions, isDecision } from '../../../core/index.ts'
import type { CompiledType, Doc, ResolvedAction, ResolvedDocumentType, RuleContext } from '../../../core/index.ts'
import type { Portal } from '../../sdk.ts'

/** Actions of a document that is not stored yet: the server sends them with a stored one only. */
export function actionsOfNew(compiled: CompiledType, doc: Doc, ctx: RuleContext, portal: Portal): string[] {
  const { manifest } = compiled
  return availableActions({
    manifest, doc, state: 'new', standing: { isOwner: true, hasOpenEntry: false }, actor: portal.actor,
    mayCreate: portal.can(manifest.id, 'create'), test: (expression) => compiled.test(expression, doc, ctx),
  }).allowed
}

/** The buttons of a view of the card, in the manifest's order; decisions are taken on the approval's own screen. */
export function cardActions(manifest: ResolvedDocumentType, allowed: string[], view: string): ResolvedAction[] {
  return Object.values(manifest.actions).filter((action) => allowed.includes(action.id) && action.place.includes('card') && action.views.includes(view) && !isDecision(action.id))
}

/** Top or bottom, as the manifest or its setting says; bottom when neither does. */
export function actionsPlace(manifest: ResolvedDocumentType, portal: Portal): 'top' | 'bottom' {
  const position = manifest.card.actionsPosition
  if ('fixed' in position) return position.fixed
  const [group = '', name = ''] = position.setting.split('.')
  return portal.settings[group]?.[name] === 'top' ? 'top' : 'bottom'
}
