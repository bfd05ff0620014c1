import type { ManifestIssue } from '../errors.ts'
import { identityOf } from '../identity.ts'
import { checkingTypes } from '../manifest/check/check-types.ts'
import type { ExpandedSet, ExpandedType } from '../manifest/read/expanded.ts'
import type { LoadedBase } from '../manifest/load-types.ts'
import { createReporter, type Reporter } from '../manifest/read/reporter.ts'
import type { Catalogue } from '../manifest/resolve/resolved.ts'
import { readSource } from '../manifest/read/source-text.ts'
import { runToCompletion, type Pieces } from '../pieces.ts'
import { applyingOverlays, applyingOneByOne, invalidTypeRefusal, disclosureRefusal, overlaysOf, overlaysOfType, type Refusal } from './apply-overlays.ts'
import { whyOpens } from './opened-reads.ts'
import type { LoadedOverlay, Scope } from './overlay-types.ts'

export type { LoadedOverlay, OverlayOperation, Layer, Scope } from './overlay-types.ts'

/** A catalogue as people of one scope see it, and the issues with overlays that could not be applied. */
export interface ScopedCatalogue { catalogue: Catalogue; conflicts: ManifestIssue[] }

/** Types that overlays have changed, by id. */
type Changed = Readonly<Record<string, ExpandedType>>

/**
 * The catalogue as people of one scope see it: the base with the overlays of client, company, roles and user. The types that they change
 * are resolved and checked again, and types that depend on these are resolved again; every other type is the base's own. What cannot be
 * applied is listed and the rest takes effect, so that the portal always starts. Pure; cache the result.
 */
export function resolveForScope(base: LoadedBase, scope: Scope, overlays: readonly LoadedOverlay[]): ScopedCatalogue {
  return runToCompletion(resolvingForScope(base, scope, overlays))
}

/** `resolveForScope` in pieces. */
export function* resolvingForScope(base: LoadedBase, scope: Scope, overlays: readonly LoadedOverlay[]): Pieces<ScopedCatalogue> {
  const { changed, conflicts } = yield* changingTypes(base, overlaysOf(scope, overlays))
  return { catalogue: Object.keys(changed).length === 0 ? base.catalogue : yield* base.resolver.resolving(withTypes(base, changed).types), conflicts }
}

/** The types that overlays change when all of them apply, and issues for what cannot be applied. */
export function* changingTypes(base: LoadedBase, chosen: readonly LoadedOverlay[]): Pieces<{ changed: Changed; conflicts: ManifestIssue[] }> {
  const changed: Record<string, ExpandedType> = {}
  const conflicts: ManifestIssue[] = []
  for (const type of Object.values(base.expanded.types)) {
    const own = overlaysOfType(type, chosen)
    if (own.length === 0) continue
    const overlaid = yield* overlayingOnce(base, changed, type, own)
    if (overlaid.type !== type) changed[type.id] = overlaid.type
    conflicts.push(...overlaid.conflicts)
  }
  const matched = Object.values(base.expanded.types).flatMap((type) => overlaysOfType(type, chosen))
  const unmatched = chosen.filter((overlay) => !matched.includes(overlay))
  const reporter = reporterOf(unmatched)
  for (const overlay of unmatched) {
    reporter.inFile('E601', overlay.source, ['extends', 'id'], `There is no document type "${overlay.extends.id}".`, { seen: overlay.extends.id, known: Object.keys(base.expanded.types) })
  }
  return { changed, conflicts: [...conflicts, ...reporter.issues] }
}

function reporterOf(overlays: readonly LoadedOverlay[]): Reporter {
  return createReporter(new Map(overlays.flatMap(({ source, text }) => (text === undefined ? [] : [[source, readSource({ path: source, text })] as const]))))
}

/** A type with its overlays, and the issues with what was set aside. */
interface OverlaidType { type: ExpandedType; conflicts: ManifestIssue[] }

/**
 * Keyed by the last of the overlays, so that nothing is kept for an overlay that is gone; then by the others and by the other changed
 * types.
 */
const kept = new WeakMap<LoadedOverlay, Map<string, OverlaidType>>()
const MAX_KEPT = 100

/** Cached, because scopes have most of their overlays in common. */
function* overlayingOnce(base: LoadedBase, changed: Changed, type: ExpandedType, overlays: LoadedOverlay[]): Pieces<OverlaidType> {
  const last = overlays.at(-1)!
  const byKey = kept.get(last) ?? new Map<string, OverlaidType>()
  kept.set(last, byKey)
  const key = [type, ...overlays, ...Object.values(changed)].map(identityOf).join()
  const found = byKey.get(key)
  if (found !== undefined) return found
  const overlaid = yield* overlaying(base, changed, type, overlays)
  if (byKey.size >= MAX_KEPT) byKey.clear()
  byKey.set(key, overlaid)
  return overlaid
}

/** Applies the overlays of a type. If the type as a whole is wrong, each operation that breaks it is found and set aside by itself. */
function* overlaying(base: LoadedBase, changed: Changed, type: ExpandedType, overlays: LoadedOverlay[]): Pieces<OverlaidType> {
  const findingRefusal = (tried: ExpandedType): Pieces<Refusal | undefined> => findingProblem(base, changed, tried)
  const reporter = reporterOf(overlays)
  const { type: whole, changes } = yield* applyingOverlays(base, type, overlays, reporter)
  if ((yield* findingRefusal(whole)) === undefined) return { type: whole, conflicts: reporter.issues }
  const { type: overlaid } = yield* applyingOneByOne(base, type, overlays, reporter, { findingRefusal, before: changes })
  return { type: overlaid, conflicts: reporter.issues }
}

/** Why the type is not allowed: the first error that the base does not have, or what it would disclose to people who may not read it. */
function* findingProblem(base: LoadedBase, changed: Changed, type: ExpandedType): Pieces<Refusal | undefined> {
  const reporter = createReporter(new Map())
  const expanded = withTypes(base, { ...changed, [type.id]: type })
  const { known, languages } = base
  const catalogue = yield* base.resolver.resolving(expanded.types)
  yield* checkingTypes({ catalogue, expanded, resolver: base.resolver, known, languages, reporter, brokenTypes: [] }, [type])
  const error = reporter.issues.find((issue) => issue.severity === 'error')
  if (error !== undefined) return invalidTypeRefusal(error)
  const [before, after] = [base.catalogue.types[type.id], catalogue.types[type.id]]
  const opened = before === undefined || after === undefined || before === after ? undefined : whyOpens(catalogue, before, after)
  return opened === undefined ? undefined : disclosureRefusal(opened)
}

function withTypes(base: LoadedBase, changed: Changed): ExpandedSet {
  return { ...base.expanded, types: { ...base.expanded.types, ...changed } }
}
