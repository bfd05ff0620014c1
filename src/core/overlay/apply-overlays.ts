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

/** One operation and its outcome. */
export interface Change { overlay: LoadedOverlay; operation: OverlayOperation; index: number; isApplied: boolean; keys: string[]; value: Json | undefined }
export interface OverlaidType { type: ExpandedType; changes: Change[] }

/** Why an operation was refused. */
export type Refusal = Pick<Refused, 'code' | 'key' | 'message' | 'expected' | 'seen' | 'suggestion'>
/**
 * For applying overlays again: `findingRefusal` returns why an operation may not stay, given the type with it applied; `before` is the outcome of
 * every operation the first time.
 */
export interface SecondPass { findingRefusal: (tried: ExpandedType) => Pieces<Refusal | undefined>; before: readonly Change[] }

/** The outcome of one operation, and why it was refused if it was. */
interface Operated { change: Change; refused: Refusal | undefined }
/** An operation and the type after it. */
interface Step extends Operated { type: ExpandedType }
/** The outcome of all operations of an overlay, and the type after them. */
interface OperatedType { type: ExpandedType; operated: Operated[] }

const ORDER: Layer[] = ['client', 'company', 'role', 'user']

/** The overlays that apply to the scope, in the order of their layers. */
export function overlaysOf(scope: Scope, overlays: readonly LoadedOverlay[]): LoadedOverlay[] {
  const names: Record<Layer, string[]> = {
    client: scope.client === undefined ? [] : [scope.client], company: scope.company === undefined ? [] : [scope.company],
    role: [...(scope.roles ?? [])].sort(), user: scope.user === undefined ? [] : [scope.user],
  }
  return ORDER.flatMap((layer) => overlays.filter((overlay) => overlay.layer === layer && names[layer].includes(overlay.name)))
}

/** Applies overlays to one type. Operations that cannot be applied are reported and set aside; the others take effect. */
export function* applyingOverlays(base: LoadedBase, expanded: ExpandedType, overlays: readonly LoadedOverlay[], reporter: Reporter): Pieces<OverlaidType> {
  const version = typeof expanded.manifest['version'] === 'number' ? expanded.manifest['version'] : 1
  for (const overlay of overlays.filter(({ extends: written }) => written.version !== version)) {
    reporter.inFile('W602', overlay.source, ['extends', 'version'], `The overlay was written for version ${overlay.extends.version} of "${expanded.id}".`, { expected: String(version), seen: String(overlay.extends.version) })
  }
  return yield* applyingEach(expanded, overlays, reporter, (type, overlay) => operatingOnce(base, expanded, type, overlay))
}

/**
 * Applies overlays again after the type as a whole proved invalid, keeping each operation that `findingRefusal` accepts. What was set aside the
 * first time stays so and is not reported again; operations that depend on one that is set aside now are reported.
 */
export function* applyingOneByOne(base: LoadedBase, expanded: ExpandedType, overlays: readonly LoadedOverlay[], reporter: Reporter, again: SecondPass): Pieces<OverlaidType> {
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

/**
 * Applies one operation to a type that earlier operations may have changed. If it is refused, the type stays as it was. `expanded` is the
 * base's type.
 */
function applyOne(base: LoadedBase, expanded: ExpandedType, type: ExpandedType, overlay: LoadedOverlay, index: number): Step {
  const operation = overlay.operations[index]!
  const outcome = applyOperation(type.manifest, expanded.manifest, followingFields(operation, expanded.manifest, base.resolver.changeExpressions), overlay.layer, base.captionsAt)
  if (!outcome.isApplied) return setAside(type, overlay, index, outcome)
  const { manifest, keys, value } = outcome
  const wrong = base.check('document-type', manifest)[0]
  const change: Change = { overlay, operation, index, isApplied: wrong === undefined, keys, value }
  if (wrong !== undefined) return { type, change, refused: invalidTypeRefusal(wrong) }
  return { type: { ...type, manifest, partOrigins: [...type.partOrigins, { at: keys, file: overlay.source, path: ['operations', index, 'to'] }] }, change, refused: undefined }
}

function setAside(type: ExpandedType, overlay: LoadedOverlay, index: number, refused: Refusal | undefined): Step {
  const operation = overlay.operations[index]!
  return { type, change: { overlay, operation, index, isApplied: false, keys: [operation.at], value: undefined }, refused }
}

/** The refusal of an operation that makes its type wrong. */
export function invalidTypeRefusal({ message, expected, seen, suggestion }: Pick<StructureIssue, 'message' | 'expected' | 'seen' | 'suggestion'>): Refusal {
  return { code: 'E608', key: 'to', message: `The operation makes the type invalid: ${message}`, ...(expected !== undefined && { expected }), ...(seen !== undefined && { seen }), suggestion }
}

/** The refusal of an operation that would disclose what people may not read. */
export function disclosureRefusal(why: string): Refusal {
  return { code: 'E606', key: 'to', message: `Not allowed: ${why}.`, suggestion: undefined }
}

function notOnCardRefusal(field: string): Refusal {
  return { code: 'E605', key: 'at', message: `Not allowed: "${field}" must be entered, but would not be on the card.`, expected: 'a field that nobody has to enter', seen: field, suggestion: undefined }
}

/** Reports a refusal at the operation that it concerns. */
function reportRefusal(reporter: Reporter, { change: { overlay, index }, refused }: Operated): void {
  if (refused === undefined) return
  const { code, key, message, expected, seen, suggestion } = refused
  reporter.inFile(code, overlay.source, ['operations', index, key], message, { ...(expected !== undefined && { expected }), ...(seen !== undefined && { seen }), suggestion })
}

const operatedTypes = new WeakMap<ExpandedType, WeakMap<LoadedOverlay, OperatedType>>()

/** Applies the operations of one overlay. Cached, because many scopes and most previews start with the same overlays on the same type. */
function* operatingOnce(base: LoadedBase, expanded: ExpandedType, type: ExpandedType, overlay: LoadedOverlay): Pieces<OperatedType> {
  const byOverlay = operatedTypes.get(type) ?? new WeakMap<LoadedOverlay, OperatedType>()
  operatedTypes.set(type, byOverlay)
  const found = byOverlay.get(overlay)
  if (found !== undefined) return found
  const operatedType = yield* operating(base, expanded, type, overlay)
  byOverlay.set(overlay, operatedType)
  return operatedType
}

/**
 * Each round finds some operations that leave a field nowhere on the card. After this many rounds every operation that does so is refused,
 * even if a later one would put the field back.
 */
const MAX_ROUNDS = 4

function* operating(base: LoadedBase, expanded: ExpandedType, type: ExpandedType, overlay: LoadedOverlay, again?: SecondPass): Pieces<OperatedType> {
  const { operations } = overlay
  const steps: Step[] = []
  const setAsideBefore = new Set(again?.before.filter((change) => change.overlay === overlay && !change.isApplied).map(({ index }) => index))
  const refused = new Map<number, Refusal>()
  const lost = new MissingFields(requiredUnshown(type.manifest))
  for (let round = 1; ; round += 1) {
    while (steps.length < operations.length) {
      const before = steps.at(-1)?.type ?? type
      const index = steps.length
      const isKnown = refused.has(index) || setAsideBefore.has(index)
      let step = isKnown ? setAside(before, overlay, index, refused.get(index)) : yield* checkedAgain(applyOne(base, expanded, before, overlay, index), before, again)
      // Determined here, within the piece of this step, because there are as many steps as operations.
      const field = lost.removedBy(index, requiredUnshown(before.manifest), requiredUnshown(step.type.manifest, before.manifest))
      if (field !== undefined) {
        refused.set(index, notOnCardRefusal(field))
        step = setAside(before, overlay, index, refused.get(index))
      }
      steps.push(step)
      yield
    }
    // Only at the end: a later operation may put a field elsewhere after an earlier one removed it.
    const taken = removedRequiredFields(type, steps)
    if (taken.length === 0) return { type: steps.at(-1)?.type ?? type, operated: steps.map(({ change, refused: why }) => ({ change, refused: why })) }
    if (round < MAX_ROUNDS) lost.add(taken)
    else lost.addAll()
    steps.length = round < MAX_ROUNDS ? Math.min(...taken.map(({ index }) => index)) : 0
  }
}

/** A required field, and the operation that finally leaves it nowhere on the card. */
interface Taken { field: string; index: number }

/**
 * Fields that an overlay leaves nowhere on the card, each with the operation after which no other puts it elsewhere. Any operation from
 * there on that removes the field is refused at once: refusing one per round would apply all later operations again for each of them.
 */
class MissingFields {
  readonly #from = new Map<string, number>()
  readonly #atFirst: ReadonlySet<string>
  #isAll = false

  /** @param atFirst the fields of the type that are not shown anyway */
  constructor(atFirst: ReadonlySet<string>) {
    this.#atFirst = atFirst
  }

  add(taken: readonly Taken[]): void {
    for (const { field, index } of taken) this.#from.set(field, Math.min(index, this.#from.get(field) ?? index))
  }

  addAll(): void { this.#isAll = true }

  /** A lost field that the operation removes, given the fields that are not shown before and after it. */
  removedBy(index: number, before: ReadonlySet<string>, after: ReadonlySet<string>): string | undefined {
    if (before === after || (this.#from.size === 0 && !this.#isAll)) return undefined
    return [...after].find((field) => !before.has(field) && !this.#atFirst.has(field) && (this.#isAll || index >= (this.#from.get(field) ?? Infinity)))
  }
}

function* checkedAgain(step: Step, before: ExpandedType, again: SecondPass | undefined): Pieces<Step> {
  const refused = step.refused === undefined && again !== undefined ? yield* again.findingRefusal(step.type) : undefined
  return refused === undefined ? step : setAside(before, step.change.overlay, step.change.index, refused)
}

/** The required fields that are nowhere on the card in the end, each with the operation that removes it for good. */
function removedRequiredFields(type: ExpandedType, steps: readonly Step[]): Taken[] {
  const unshown = [type, ...steps.map((step) => step.type)].map(({ manifest }) => requiredUnshown(manifest))
  return [...unshown.at(-1) ?? []].filter((field) => unshown[0]?.has(field) === false).map((field) => ({ field, index: steps.findLastIndex((_, index) => unshown[index]?.has(field) === false) }))
}

/** The overlays of one type, including those written for an earlier id of it. */
export function overlaysOfType(type: ExpandedType, overlays: readonly LoadedOverlay[]): LoadedOverlay[] {
  const renamedFrom = (type.manifest)['renamedFrom']
  const ids = [type.id, ...(Array.isArray(renamedFrom) ? renamedFrom : [])]
  return overlays.filter((overlay) => ids.includes(overlay.extends.id))
}
