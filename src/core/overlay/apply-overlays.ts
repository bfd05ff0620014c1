import type { Json } from '../document/json.ts'
import type { StructureIssue } from '../manifest/check-structure.ts'
import type { ExpandedType } from '../manifest/expanded.ts'
import type { LoadedBase } from '../manifest/load-types.ts'
import type { Reporter } from '../manifest/reporter.ts'
import type { Pieces } from '../pieces.ts'
import { applyOperation, type Refused } from './apply-operation.ts'
import { followingFields } from './field-renames.ts'
import { neededAndHidden } from './needed-fields.ts'
import type { Layer, LoadedOverlay, OverlayOperation, Scope } from './overlay-types.ts'

/** One operation and what became of it. */
export interface Change { overlay: LoadedOverlay; operation: OverlayOperation; index: number; isApplied: boolean; keys: string[]; value: Json | undefined }
export interface OverlaidType { type: ExpandedType; changes: Change[] }

type Refusal = Pick<Refused, 'code' | 'key' | 'message' | 'expected' | 'seen' | 'suggestion'>
/** What became of one operation, and why it was refused where it was. */
interface Operated { change: Change; refused: Refusal | undefined }
/** What became of all operations of an overlay, and the type after them. */
interface OperatedType { type: ExpandedType; operated: Operated[] }

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
export function* applyingOverlays(base: LoadedBase, expanded: ExpandedType, overlays: readonly LoadedOverlay[], reporter: Reporter): Pieces<OverlaidType> {
  let type = expanded
  const changes: Change[] = []
  for (const overlay of overlays) {
    const version = typeof expanded.manifest['version'] === 'number' ? expanded.manifest['version'] : 1
    if (overlay.extends.version !== version) {
      reporter.inFile('W602', overlay.source, ['extends', 'version'], `The overlay was written for version ${overlay.extends.version} of "${expanded.id}".`, { expected: String(version), seen: String(overlay.extends.version) })
    }
    const { type: next, operated } = yield* operating(base, expanded, type, overlay)
    for (const one of operated) reportRefusal(reporter, one)
    changes.push(...operated.map(({ change }) => change))
    type = next
  }
  return { type, changes }
}

/** Applies one operation to a type that may have been changed already, which stays as it was when that is refused; `expanded` is as the base has it. */
export function applyOne(base: LoadedBase, expanded: ExpandedType, type: ExpandedType, overlay: LoadedOverlay, index: number): Operated & { type: ExpandedType } {
  const operation = overlay.operations[index]!
  const outcome = applyOperation(type.manifest, expanded.manifest, followingFields(operation, expanded.manifest, base.resolver.changeExpressions), overlay.layer, base.captionsAt)
  if (!outcome.isApplied) return { type, change: { overlay, operation, index, isApplied: false, keys: [operation.at], value: undefined }, refused: outcome }
  const { manifest, keys, value } = outcome
  const needed = neededAndHidden(type.manifest, manifest)
  if (needed !== undefined) {
    const refused: Refusal = { code: 'E605', key: 'at', message: `Not allowed: "${needed}" must be entered, and would stand nowhere.`, expected: 'a field that nobody has to enter', seen: needed, suggestion: undefined }
    return { type, change: { overlay, operation, index, isApplied: false, keys: [operation.at], value: undefined }, refused }
  }
  const wrong = base.check('document-type', manifest)[0]
  const change: Change = { overlay, operation, index, isApplied: wrong === undefined, keys, value }
  if (wrong !== undefined) return { type, change, refused: madeWrong(wrong) }
  return { type: { ...type, manifest, grafts: [...type.grafts, { at: keys, file: overlay.source, path: ['operations', index, 'to'] }] }, change, refused: undefined }
}

/** Why an operation is refused that makes its type wrong. */
export function madeWrong({ message, expected, seen, suggestion }: Pick<StructureIssue, 'message' | 'expected' | 'seen' | 'suggestion'>): Refusal {
  return { code: 'E608', key: 'to', message: `The operation makes the type wrong: ${message}`, ...(expected !== undefined && { expected }), ...(seen !== undefined && { seen }), suggestion }
}

/** Why an operation is refused by which people would be told what they may not read. */
export function opensWhat(why: string): Refusal {
  return { code: 'E606', key: 'to', message: `Not allowed: ${why}.`, suggestion: undefined }
}

/** Tells why an operation was refused, where it was. */
export function reportRefusal(reporter: Reporter, { change: { overlay, index }, refused }: Operated): void {
  if (refused === undefined) return
  const { code, key, message, expected, seen, suggestion } = refused
  reporter.inFile(code, overlay.source, ['operations', index, key], message, { ...(expected !== undefined && { expected }), ...(seen !== undefined && { seen }), suggestion })
}

const done = new WeakMap<ExpandedType, WeakMap<LoadedOverlay, OperatedType>>()

/** Applies the operations of one overlay; kept, as many scopes and most previews begin with the same overlays over the same type. */
function* operating(base: LoadedBase, expanded: ExpandedType, type: ExpandedType, overlay: LoadedOverlay): Pieces<OperatedType> {
  const known = done.get(type) ?? new WeakMap<LoadedOverlay, OperatedType>()
  done.set(type, known)
  const found = known.get(overlay)
  if (found !== undefined) return found
  const operated: Operated[] = []
  let next = type
  for (const index of overlay.operations.keys()) {
    const { change, refused, type: after } = applyOne(base, expanded, next, overlay, index)
    operated.push({ change, refused })
    next = after
    yield
  }
  const all = { type: next, operated }
  known.set(overlay, all)
  return all
}

/** The overlays of one type; an id that the type had before is followed. */
export function overlaysOfType(type: ExpandedType, overlays: readonly LoadedOverlay[]): LoadedOverlay[] {
  const renamedFrom = (type.manifest)['renamedFrom']
  const ids = [type.id, ...(Array.isArray(renamedFrom) ? renamedFrom : [])]
  return overlays.filter((overlay) => ids.includes(overlay.extends.id))
}
