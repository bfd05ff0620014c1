import { availableActions, isDecision } from '../../../core/index.ts'
import type { CompiledType, Doc, ResolvedAction, ResolvedDocumentType, RuleContext } from '../../../core/index.ts'
import type { Portal } from '../../sdk.ts'

/** The actions of a document that is not stored yet; the server sends them only with stored records. */
export function actionsOfNew(compiled: CompiledType, doc: Doc, ctx: RuleContext, portal: Portal): string[] {
  const { manifest } = compiled
  return availableActions({
    manifest, doc, state: 'new', relation: { isOwner: true, hasOpenEntry: false }, actor: portal.actor,
    mayCreate: portal.can(manifest.id, 'create'), test: (expression) => compiled.test(expression, doc, ctx),
  }).allowed
}

/** The buttons of a view of the card, in the manifest's order. Decisions are made on the approval screen. */
export function cardActions(manifest: ResolvedDocumentType, allowed: string[], view: string): ResolvedAction[] {
  return Object.values(manifest.actions).filter((action) => allowed.includes(action.id) && action.place.includes('card') && action.views.includes(view) && !isDecision(action.id))
}

/** The position of the buttons, from the manifest or the setting it names; by default the bottom. */
export function actionsPlace(manifest: ResolvedDocumentType, portal: Portal): 'top' | 'bottom' {
  const position = manifest.card.actionsPosition
  if ('fixed' in position) return position.fixed
  const [group = '', name = ''] = position.setting.split('.')
  return portal.settings[group]?.[name] === 'top' ? 'top' : 'bottom'
}
