import type { LoadedBase } from '../manifest/load-types.ts'
import type { Pieces } from '../pieces.ts'
import { hiddenFields } from '../redaction/hidden-fields.ts'
import type { Layer, LoadedOverlay, Scope } from './overlay-types.ts'
import { parsePath } from './paths.ts'
import { resolvingForScope } from './resolve-for-scope.ts'

/** By type id, the paths of fields that are hidden from some role. */
export type HiddenFields = ReadonlyMap<string, ReadonlySet<string>>

/** The fields that overlays hide from any role in any company, wherever their operations can be applied. */
export function* findingHiddenFields(base: LoadedBase, client: Pick<Scope, 'client'>, overlays: readonly LoadedOverlay[]): Pieces<HiddenFields> {
  const found = new Map<string, Set<string>>()
  for (const scope of scopesThatHide(overlays)) {
    const { catalogue } = yield* resolvingForScope(base, { ...client, ...scope }, overlays)
    for (const type of Object.values(catalogue.types).filter((one) => one !== base.catalogue.types[one.id])) {
      found.set(type.id, new Set([...found.get(type.id) ?? [], ...hiddenFields(type)]))
    }
    yield
  }
  return found
}

/**
 * The scopes that show everything that companies and roles hide. What a role hides may depend on what a company adds, but not on other
 * roles: these add no fields, and hiding only ever adds to what is hidden.
 */
function scopesThatHide(overlays: readonly LoadedOverlay[]): Scope[] {
  const hiding = overlays.filter(({ operations }) => operations.some(({ at }) => parsePath(at)?.[0] === 'permissions'))
  const companies = namesOf('company', overlays)
  return [
    ...namesOf('company', hiding).map((company) => ({ company })),
    ...namesOf('role', hiding).flatMap((role) => [{ roles: [role] }, ...companies.map((company) => ({ company, roles: [role] }))])
  ]
}

function namesOf(layer: Layer, overlays: readonly LoadedOverlay[]): string[] {
  return [...new Set(overlays.filter((overlay) => overlay.layer === layer).map(({ name }) => name))]
}
