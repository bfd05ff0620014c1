import type { ResolvedAction } from '../../core/index.ts'

/** Whether the fields may be changed: some action of those allowed stores them. */
export function isEditable(manifest: { actions: Record<string, ResolvedAction> }, allowed: string[]): boolean {
  return allowed.some((id) => manifest.actions[id]?.saves === true)
}
