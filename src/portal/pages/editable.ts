import type { ResolvedAction } from '../../core/index.ts'

/** The action that saves a view of the card; undefined if nothing can be edited. */
export function savingAction(manifest: { actions: Record<string, ResolvedAction> }, allowed: string[], view: string): ResolvedAction | undefined {
  return Object.values(manifest.actions).find((action) => action.saves && allowed.includes(action.id) && action.views.includes(view))
}
