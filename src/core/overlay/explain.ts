import { isObject } from '../document/json.ts'
import type { Json, JsonObject } from '../document/json.ts'
import type { LoadedBase } from '../manifest/load-types.ts'
import { createReporter, pathText } from '../manifest/read/reporter.ts'
import { runToCompletion, type Pieces } from '../pieces.ts'
import { applyingOverlays, overlaysOf, overlaysOfType, type Change } from './apply-overlays.ts'
import type { Layer, LoadedOverlay, Scope } from './overlay-types.ts'
import { parsePath, valueAt } from './paths.ts'

/** What one layer does to a property; `applied` is false if the operation was set aside. */
export interface ExplainedChange { layer: 'base' | Layer; name?: string; source: string; author?: string; do?: string; value?: Json; reason?: string; applied: boolean }

export interface Explained { path: string; value: Json | undefined; layer: 'base' | Layer; author?: string; history: ExplainedChange[] }

/**
 * Where effective values come from: one entry for every property at or below `path` (the whole type for an empty path), with its value, the
 * layer and author that set it, and what every layer does to it. Empty for an unknown type.
 */
export function explain(base: LoadedBase, typeId: string, path: string, scope: Scope, overlays: readonly LoadedOverlay[]): Explained[] {
  return runToCompletion(explaining(base, typeId, path, scope, overlays))
}

/** `explain` in pieces. */
export function* explaining(base: LoadedBase, typeId: string, path: string, scope: Scope, overlays: readonly LoadedOverlay[]): Pieces<Explained[]> {
  const type = Object.hasOwn(base.expanded.types, typeId) ? base.expanded.types[typeId] : undefined
  const keys = path === '' ? [] : parsePath(path)
  if (type === undefined || keys === undefined) return []
  const { type: effective, changes } = yield* applyingOverlays(base, type, overlaysOfType(type, overlaysOf(scope, overlays)), createReporter(new Map()))
  const touched = changes.map((change) => change.keys).filter((changed) => startsWith(changed, keys))
  const allKeys = [...leavesOf(effective.manifest, keys), ...touched.flatMap((removed) => (valueAt(effective.manifest, removed) === undefined ? [removed] : []))]
  const unique = [...new Map(allKeys.map((own) => [pathText(own), own])).entries()]
  return unique.map(([text, own]) => explained(text, own, type.file, type.manifest, effective.manifest, changes))
}

function explained(text: string, keys: string[], file: string, base: JsonObject, effective: JsonObject, changes: Change[]): Explained {
  const applying = changes.filter((change) => startsWith(keys, change.keys) || text === change.operation.at)
  const original = valueAt(base, keys)
  const first: ExplainedChange[] = original === undefined ? [] : [{ layer: 'base', source: file, value: original, applied: true }]
  const last = applying.filter((change) => change.isApplied).at(-1)
  return {
    path: text,
    value: valueAt(effective, keys),
    layer: last?.overlay.layer ?? 'base',
    ...(last?.overlay.author !== undefined && { author: last.overlay.author }),
    history: [...first, ...applying.map(({ overlay, operation, isApplied, value }): ExplainedChange => ({
      layer: overlay.layer, name: overlay.name, source: overlay.source, do: operation.do, applied: isApplied,
      ...(overlay.author !== undefined && { author: overlay.author }), ...(value !== undefined && { value }), ...(operation.reason !== undefined && { reason: operation.reason }),
    }))],
  }
}

function leavesOf(root: JsonObject, keys: string[]): string[][] {
  const value = valueAt(root, keys)
  if (value === undefined) return []
  return isObject(value) && Object.keys(value).length > 0 ? Object.keys(value).flatMap((key) => leavesOf(root, [...keys, key])) : [keys]
}

const startsWith = (keys: readonly string[], start: readonly string[]): boolean => start.every((key, index) => keys[index] === key)
