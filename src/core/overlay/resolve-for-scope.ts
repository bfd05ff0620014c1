import type { ManifestIssue } from '../errors.ts'
import { checkContext, checkTypes, resolveCatalogue } from '../manifest/build-catalogue.ts'
import type { ExpandedSet, ExpandedType } from '../manifest/expanded.ts'
import type { LoadedBase } from '../manifest/load-types.ts'
import { createReporter, type Reporter } from '../manifest/reporter.ts'
import type { Catalogue } from '../manifest/resolved.ts'
import { readSource } from '../manifest/source-text.ts'
import { applyOverlays, overlaysOf, overlaysOfType } from './apply-overlays.ts'
import type { LoadedOverlay, Scope } from './overlay-types.ts'

export type { LoadedOverlay, OverlayOperation, Layer, Scope } from './overlay-types.ts'

/**
 * The catalogue as people of one scope see it: the base with the overlays of client, company, roles and user, resolved and
 * checked again. What could not be applied is listed and the rest stands, so that the portal always boots. Pure; cache it.
 */
export function resolveForScope(base: LoadedBase, scope: Scope, overlays: readonly LoadedOverlay[]): { catalogue: Catalogue; conflicts: ManifestIssue[] } {
  const chosen = overlaysOf(scope, overlays)
  const reporter = createReporter(new Map(chosen.filter((overlay) => overlay.text !== undefined).map((overlay) => [overlay.source, readSource({ path: overlay.source, text: overlay.text ?? '' })])))
  const changed: Record<string, ExpandedType> = {}
  for (const type of Object.values(base.expanded.types)) {
    const own = overlaysOfType(type, chosen)
    if (own.length > 0) changed[type.id] = settle(base, changed, type, own, reporter)
  }
  const known = Object.values(base.expanded.types).flatMap((type) => overlaysOfType(type, chosen))
  for (const overlay of chosen.filter((one) => !known.includes(one))) {
    reporter.inFile('E601', overlay.source, ['extends', 'id'], `There is no document type "${overlay.extends.id}".`, { seen: overlay.extends.id, known: Object.keys(base.expanded.types) })
  }
  if (Object.keys(changed).length === 0) return { catalogue: base.catalogue, conflicts: reporter.issues }
  return { catalogue: resolveCatalogue(withTypes(base, changed), quietReporter()), conflicts: reporter.issues }
}

/** Applies the overlays of a type. When the whole is wrong, every operation that breaks it is found and set aside by itself. */
function settle(base: LoadedBase, changed: Record<string, ExpandedType>, type: ExpandedType, overlays: LoadedOverlay[], reporter: Reporter): ExpandedType {
  const { type: whole } = applyOverlays(base, type, overlays, reporter)
  if (problemOf(base, changed, whole) === undefined) return whole
  let settled = type
  const kept: LoadedOverlay[] = []
  for (const overlay of overlays) {
    let right: LoadedOverlay = { ...overlay, operations: [] }
    for (const [index, operation] of overlay.operations.entries()) {
      const trial = { ...right, operations: [...right.operations, operation] }
      const { type: tried } = applyOverlays(base, type, [...kept, trial], quietReporter())
      const problem = problemOf(base, changed, tried)
      if (problem === undefined) {
        right = trial
        settled = tried
      } else {
        reporter.inFile('E608', overlay.source, ['operations', index, 'to'], `The operation makes the type wrong: ${problem.message}`, {
          ...(problem.expected !== undefined && { expected: problem.expected }), ...(problem.seen !== undefined && { seen: problem.seen }), suggestion: problem.suggestion,
        })
      }
    }
    kept.push(right)
  }
  return settled
}

/** The first error that the base does not have. */
function problemOf(base: LoadedBase, changed: Record<string, ExpandedType>, type: ExpandedType): ManifestIssue | undefined {
  const reporter = quietReporter()
  const expanded = withTypes(base, { ...changed, [type.id]: type })
  checkTypes(checkContext(resolveCatalogue(expanded, quietReporter()), expanded, base.known, reporter), [type])
  return reporter.issues.find((issue) => issue.severity === 'error')
}

function withTypes(base: LoadedBase, changed: Record<string, ExpandedType>): ExpandedSet {
  return { ...base.expanded, types: { ...base.expanded.types, ...changed } }
}

const quietReporter = (): Reporter => createReporter(new Map())
