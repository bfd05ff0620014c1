import type { Json } from '../document/json.ts'
import type { ExpandedType } from '../manifest/expanded.ts'
import type { LoadedBase } from '../manifest/load-types.ts'
import type { Reporter } from '../manifest/reporter.ts'
import { applyOperation } from './apply-operation.ts'
import type { Layer, LoadedOverlay, OverlayOperation, Scope } from './overlay-types.ts'

/** One operation and what became of it. */
export interface Change { overlay: LoadedOverlay; operation: OverlayOperation; index: number; isApplied: boolean; keys: string[]; value: Json | undefined }
export interface OverlaidType { type: ExpandedType; changes: Change[] }

const ORDER: Layer[] = ['client', 'company', 'role', 'user']

/** The overlays that speak for the scope, in the order of their layers. */
export function overlaysOf(scope: Scope, overlays: readonly LoadedOverlay[]): LoadedOverlay[] {
  const names: Record<Layer, string[]> = {
    client: scope.client === undefined ? [] : [scope.client], company: scope.company === undefined ? [] : [scope.company],
    role: [...(scope.roles ?? [])].sort(), user: scope.user === undefined ? [] : [scope.user],
  }
  return ORDER.flatMap((layer) => overlays.filter((overlay) => overlay.layer === layer && names[layer].includes(overlay.name)))
}

/** Applies overlays to one type. What cannot be applied is reported and set aside; the rest stands. */
export function applyOverlays(base: LoadedBase, expanded: ExpandedType, overlays: readonly LoadedOverlay[], reporter: Reporter): OverlaidType {
  let type: ExpandedType = expanded
  const changes: Change[] = []
  for (const overlay of overlays) {
    const version = typeof expanded.manifest['version'] === 'number' ? expanded.manifest['version'] : 1
    if (overlay.extends.version !== version) {
      reporter.inFile('W602', overlay.source, ['extends', 'version'], `The overlay was written for version ${overlay.extends.version} of "${expanded.id}".`, { expected: String(version), seen: String(overlay.extends.version) })
    }
    for (const [index, operation] of overlay.operations.entries()) {
      const outcome = applyOperation(type.manifest, expanded.manifest, operation, overlay.layer)
      const keys = outcome.isApplied ? outcome.keys : [operation.at]
      const wrong = outcome.isApplied ? base.check('document-type', outcome.manifest)[0] : undefined
      if (!outcome.isApplied) reportRefusal(reporter, overlay, index, outcome)
      else if (wrong !== undefined) reporter.inFile('E608', overlay.source, ['operations', index, 'to'], `The operation makes the type wrong: ${wrong.message}`, { ...(wrong.expected !== undefined && { expected: wrong.expected }), ...(wrong.seen !== undefined && { seen: wrong.seen }), suggestion: wrong.suggestion })
      const isApplied = outcome.isApplied && wrong === undefined
      changes.push({ overlay, operation, index, isApplied, keys, value: outcome.isApplied ? outcome.value : undefined })
      if (isApplied) type = { ...type, manifest: outcome.manifest, grafts: [...type.grafts, { at: keys, file: overlay.source, path: ['operations', index, 'to'] }] }
    }
  }
  return { type, changes }
}

function reportRefusal(reporter: Reporter, overlay: LoadedOverlay, index: number, { code, key, message, expected, seen, suggestion }: Exclude<ReturnType<typeof applyOperation>, { isApplied: true }>): void {
  reporter.inFile(code, overlay.source, ['operations', index, key], message, { ...(expected !== undefined && { expected }), ...(seen !== undefined && { seen }), suggestion })
}

/** The overlays of one type; an id that the type had before is followed. */
export function overlaysOfType(type: ExpandedType, overlays: readonly LoadedOverlay[]): LoadedOverlay[] {
  const renamedFrom = (type.manifest)['renamedFrom']
  const ids = [type.id, ...(Array.isArray(renamedFrom) ? renamedFrom : [])]
  return overlays.filter((overlay) => ids.includes(overlay.extends.id))
}
