import type { Json } from '../document/json.ts'
import type { StructureIssue } from '../manifest/read/check-structure.ts'
import type { ExpandedType } from '../manifest/read/expanded.ts'
import type { LoadedBase } from '../manifest/load-types.ts'
import type { Reporter } from '../manifest/read/reporter.ts'
import type { Pieces } from '../pieces.ts'
import { applyOperation, type Refused } from './apply-operation.ts'
import { followingFields } from './field-renames.ts'
import { requiredUnshown } from './needed-fields.ts'
import type { Layer, LoadedOverlay, OverlayOperation, Scope } from './overlay-types.ts'

/** One operation and what became of it. */
export interface Change { overlay: LoadedOverlay; operation: OverlayOperation; index: number; isApplied: boolean; keys: string[]; value: Json | undefined }
export interface OverlaidType { type: ExpandedType; changes: Change[] }

/** Why an operation was refused. */
export type Refusal = Pick<Refused, 'code' | 'key' | 'message' | 'expected' | 'seen' | 'suggestion'>
/** Who says why an operation may not stand, by the type as it would be with it, and what became of all of them the first time. */
export interface Again { judge: (tried: ExpandedType) => Pieces<Refusal | undefined>; before: readonly Change[] }

/** What became of one operation, and why it was refused where it was. */
interface Operated { change: Change; refused: Refusal | undefined }
/** An operation and the type after it. */
interface Step extends Operated { type: ExpandedType }
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
  const version = typeof expanded.manifest['version'] === 'number' ? expanded.manifest['version'] : 1
  for (const overlay of overlays.filter(({ extends: written }) => written.version !== version)) {
    reporter.inFile('W602', overlay.source, ['extends', 'version'], `The overlay was written for version ${overlay.extends.version} of "${expanded.id}".`, { expected: String(version), seen: String(overlay.extends.version) })
  }
  return yield* applyingEach(expanded, overlays, reporter, (type, overlay) => operatingOnce(base, expanded, type, overlay))
}

/**
 * Applies overlays again of which the whole was wrong, each operation if the judge lets it. What was set aside the first time stays
 * so and is not reported again; what hangs on an operation that is set aside now is.
 */
export function* applyingSingly(base: LoadedBase, expanded: ExpandedType, overlays: readonly LoadedOverlay[], reporter: Reporter, again: Again): Pieces<OverlaidType> {
  return yield* applyingEach(expanded, overlays, reporter, (type, overlay) => operating(base, expanded, type, overlay, again))
}

function* applyingEach(expanded: ExpandedType, overlays: readonly LoadedOverlay[], reporter: Reporter, apply: (type: ExpandedType, overlay: LoadedOverlay) => Pieces<OperatedType>): Pieces<OverlaidType> {
  let type = expanded
  const changes: Change[] = []
  for (const overlay of overlays) {
    const { type: next, operated } = yield* apply(type, overlay)
    for (const step of operated) reportRefusal(reporter, step)
    changes.push(...operated.map(({ change }) => change))
    type = next
  }
  return { type, changes }
}

/** Applies one operation to a type that may have been changed already, which stays as it was when that is refused; `expanded` is as the base has it. */
function applyOne(base: LoadedBase, expanded: ExpandedType, type: ExpandedType, overlay: LoadedOverlay, index: number): Step {
  const operation = overlay.operations[index]!
  const outcome = applyOperation(type.manifest, expanded.manifest, followingFields(operation, expanded.manifest, base.resolver.changeExpressions), overlay.layer, base.captionsAt)
  if (!outcome.isApplied) return setAside(type, overlay, index, outcome)
  const { manifest, keys, value } = outcome
  const wrong = base.check('document-type', manifest)[0]
  const change: Change = { overlay, operation, index, isApplied: wrong === undefined, keys, value }
  if (wrong !== undefined) return { type, change, refused: madeWrong(wrong) }
  return { type: { ...type, manifest, grafts: [...type.grafts, { at: keys, file: overlay.source, path: ['operations', index, 'to'] }] }, change, refused: undefined }
}

function setAside(type: ExpandedType, overlay: LoadedOverlay, index: number, refused: Refusal | undefined): Step {
  const operation = overlay.operations[index]!
  return { type, change: { overlay, operation, index, isApplied: false, keys: [operation.at], value: undefined }, refused }
}

/** Why an operation is refused that makes its type wrong. */
export function madeWrong({ message, expected, seen, suggestion }: Pick<StructureIssue, 'message' | 'expected' | 'seen' | 'suggestion'>): Refusal {
  return { code: 'E608', key: 'to', message: `The operation makes the type wrong: ${message}`, ...(expected !== undefined && { expected }), ...(seen !== undefined && { seen }), suggestion }
}

/** Why an operation is refused that would disclose what people may not read. */
export function opensWhat(why: string): Refusal {
  return { code: 'E606', key: 'to', message: `Not allowed: ${why}.`, suggestion: undefined }
}

function standsNowhere(field: string): Refusal {
  return { code: 'E605', key: 'at', message: `Not allowed: "${field}" must be entered, and would stand nowhere.`, expected: 'a field that nobody has to enter', seen: field, suggestion: undefined }
}

/** Reports why an operation was refused, where it was. */
function reportRefusal(reporter: Reporter, { change: { overlay, index }, refused }: Operated): void {
  if (refused === undefined) return
  const { code, key, message, expected, seen, suggestion } = refused
  reporter.inFile(code, overlay.source, ['operations', index, key], message, { ...(expected !== undefined && { expected }), ...(seen !== undefined && { seen }), suggestion })
}

const operatedTypes = new WeakMap<ExpandedType, WeakMap<LoadedOverlay, OperatedType>>()

/** Applies the operations of one overlay; kept, as many scopes and most previews begin with the same overlays over the same type. */
function* operatingOnce(base: LoadedBase, expanded: ExpandedType, type: ExpandedType, overlay: LoadedOverlay): Pieces<OperatedType> {
  const byOverlay = operatedTypes.get(type) ?? new WeakMap<LoadedOverlay, OperatedType>()
  operatedTypes.set(type, byOverlay)
  const found = byOverlay.get(overlay)
  if (found !== undefined) return found
  const operatedType = yield* operating(base, expanded, type, overlay)
  byOverlay.set(overlay, operatedType)
  return operatedType
}

/** Each round finds some operations that leave a field nowhere; after so many every one is refused that does, though a later one may make it good. */
const MAX_ROUNDS = 4

function* operating(base: LoadedBase, expanded: ExpandedType, type: ExpandedType, overlay: LoadedOverlay, again?: Again): Pieces<OperatedType> {
  const { operations } = overlay
  const steps: Step[] = []
  const setAsideBefore = new Set(again?.before.filter((change) => change.overlay === overlay && !change.isApplied).map(({ index }) => index))
  const refused = new Map<number, Refusal>()
  const lost = new LostFields(requiredUnshown(type.manifest))
  for (let round = 1; ; round += 1) {
    while (steps.length < operations.length) {
      const before = steps.at(-1)?.type ?? type
      const index = steps.length
      const isKnown = refused.has(index) || setAsideBefore.has(index)
      let step = isKnown ? setAside(before, overlay, index, refused.get(index)) : yield* judged(applyOne(base, expanded, before, overlay, index), before, again)
      // Here, in the piece of the step: there are as many as there are operations.
      const field = lost.takenBy(index, requiredUnshown(before.manifest), requiredUnshown(step.type.manifest, before.manifest))
      if (field !== undefined) {
        refused.set(index, standsNowhere(field))
        step = setAside(before, overlay, index, refused.get(index))
      }
      steps.push(step)
      yield
    }
    // Only now: a field may be put elsewhere a few operations after the one that takes it away.
    const taken = takenAway(type, steps)
    if (taken.length === 0) return { type: steps.at(-1)?.type ?? type, operated: steps.map(({ change, refused: why }) => ({ change, refused: why })) }
    if (round < MAX_ROUNDS) lost.add(taken)
    else lost.addAll()
    steps.length = round < MAX_ROUNDS ? Math.min(...taken.map(({ index }) => index)) : 0
  }
}

/** A field that must be entered, and the operation that leaves it nowhere at last. */
interface Taken { field: string; index: number }

/**
 * Fields that an overlay leaves nowhere, each from an operation on after which none puts it elsewhere. Whichever takes it away from
 * there on is refused at once: going back for one after the other, all that follow are applied again as often as there are such.
 */
class LostFields {
  readonly #from = new Map<string, number>()
  readonly #atFirst: ReadonlySet<string>
  #isAll = false

  /** Of a type in which some stand nowhere anyway. */
  constructor(atFirst: ReadonlySet<string>) {
    this.#atFirst = atFirst
  }

  add(taken: readonly Taken[]): void {
    for (const { field, index } of taken) this.#from.set(field, Math.min(index, this.#from.get(field) ?? index))
  }

  addAll(): void { this.#isAll = true }

  /** A lost field that the operation takes away, by what stood nowhere before it and what does after it. */
  takenBy(index: number, before: ReadonlySet<string>, after: ReadonlySet<string>): string | undefined {
    if (before === after || (this.#from.size === 0 && !this.#isAll)) return undefined
    return [...after].find((field) => !before.has(field) && !this.#atFirst.has(field) && (this.#isAll || index >= (this.#from.get(field) ?? Infinity)))
  }
}

function* judged(step: Step, before: ExpandedType, again: Again | undefined): Pieces<Step> {
  const refused = step.refused === undefined && again !== undefined ? yield* again.judge(step.type) : undefined
  return refused === undefined ? step : setAside(before, step.change.overlay, step.change.index, refused)
}

/** The fields that must be entered and stand nowhere on the card at last, each with the operation that leaves it so and that no later one makes good. */
function takenAway(type: ExpandedType, steps: readonly Step[]): Taken[] {
  const unshown = [type, ...steps.map((step) => step.type)].map(({ manifest }) => requiredUnshown(manifest))
  return [...unshown.at(-1) ?? []].filter((field) => unshown[0]?.has(field) === false).map((field) => ({ field, index: steps.findLastIndex((_, index) => unshown[index]?.has(field) === false) }))
}

/** The overlays of one type; an id that the type had before is followed. */
export function overlaysOfType(type: ExpandedType, overlays: readonly LoadedOverlay[]): LoadedOverlay[] {
  const renamedFrom = (type.manifest)['renamedFrom']
  const ids = [type.id, ...(Array.isArray(renamedFrom) ? renamedFrom : [])]
  return overlays.filter((overlay) => ids.includes(overlay.extends.id))
}
