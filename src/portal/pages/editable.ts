import type { ResolvedAction } from '../../core/index.ts'

/** The action that saves what is entered on a view of the card; undefined where nothing may be entered. */
export function savingAction(manifest: { actions: Record<string, ResolvedAction> }, allowed: string[], view: string): ResolvedAction | undefined {
  return Object.values(manifest.actions).find((action) => action.saves && allowed.includes(action.id) && action.views.includes(view))
}
