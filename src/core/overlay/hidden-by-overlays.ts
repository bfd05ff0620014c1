import type { LoadedBase } from '../manifest/load-types.ts'
import type { Pieces } from '../pieces.ts'
import { isStateRedacted } from '../redaction/fields-revealing-state.ts'
import type { Layer, LoadedOverlay, Scope } from './overlay-types.ts'
import { parsePath } from './paths.ts'
import { resolvingForScope } from './resolve-for-scope.ts'
import { hiddenFields } from '../redaction/redacted-fields.ts'

/** The codes of the companies in which something is hidden; `all` if also in those that no overlay names. */
export type HiddenIn = 'all' | ReadonlySet<string>

/** What overlays hide of a type from some role. */
export interface HiddenOfType {
  /** By path, such as `amount` and `lines.price`. */
  fields: ReadonlyMap<string, HiddenIn>
  /** Where a field that reveals the state is hidden, so that only the state's wire name may be known. */
  state: HiddenIn
}

/** By type id; a type from which overlays hide nothing may be absent. */
export type HiddenFields = ReadonlyMap<string, HiddenOfType>

/** The fields that overlays hide from any role in any company, wherever their operations can be applied. */
export function* findingHiddenFields(base: LoadedBase, client: Pick<Scope, 'client'>, overlays: readonly LoadedOverlay[]): Pieces<HiddenFields> {
  const found = new Map<string, HiddenOfType>()
  for (const scope of scopesThatHide(overlays)) {
    const { catalogue } = yield* resolvingForScope(base, { ...client, ...scope }, overlays)
    const here: HiddenIn = scope.company === undefined ? 'all' : new Set([scope.company])
    for (const type of Object.values(catalogue.types).filter((one) => one !== base.catalogue.types[one.id])) {
      const { fields, state } = found.get(type.id) ?? { fields: new Map<string, HiddenIn>(), state: NOWHERE }
      const hidden = new Set(hiddenFields(type))
      found.set(type.id, {
        fields: new Map([...fields, ...[...hidden].map((path) => [path, both(fields.get(path) ?? NOWHERE, here)] as const)]),
        state: isStateRedacted(type, hidden) ? both(state, here) : state,
      })
    }
    yield
  }
  return found
}

const NOWHERE: HiddenIn = new Set()

function both(one: HiddenIn, other: HiddenIn): HiddenIn {
  return one === 'all' || other === 'all' ? 'all' : new Set([...one, ...other])
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
