import { hasWireStates, wireState } from '../document/wire-state.ts'
import { dependenciesOf } from '../expressions/dependencies.ts'
import type { ResolvedDocumentType } from '../manifest/resolve/resolved.ts'
import { followersOf } from './followers.ts'
import { readsRedacted } from './missing-reads.ts'

const known = new WeakMap<ResolvedDocumentType, string[]>()

/**
 * The state field and the fields whose values follow from the state, with the arrays that contain any: paths as permissions write them. The
 * state itself is withheld from anyone for whom one of them is redacted.
 */
export function fieldsRevealingState(manifest: ResolvedDocumentType): string[] {
  const found = known.get(manifest)
  if (found !== undefined) return found
  const following = [...followersOf(manifest, [manifest.stateField], (expression, at, fields) => (
    readsRedacted(manifest, expression, { fields }, at) || lookupsIn(manifest, expression).some((condition) => readsRedacted(manifest, condition, { fields }))
  ))]
  // Arrays are added last: what is computed from other fields of their lines does not follow from the state.
  const revealing = [...new Set(following.flatMap((path) => [path, ...(path.includes('.') ? [path.slice(0, path.indexOf('.'))] : [])]))]
  known.set(manifest, revealing)
  return revealing
}

/** The conditions of the lookups that an expression reads. */
function lookupsIn({ lookups }: ResolvedDocumentType, expression: string): string[] {
  return dependenciesOf(expression).flatMap(([root, name = '']) => {
    const lookup = root === 'lookups' && Object.hasOwn(lookups, name) ? lookups[name] : undefined
    return lookup === undefined ? [] : [lookup.where, lookup.when ?? 'true']
  })
}

/** Whether the reader may know only the wire name of the state, which several states may share. */
export function isStateRedacted(manifest: ResolvedDocumentType, redacted: ReadonlySet<string> | undefined): boolean {
  return redacted !== undefined && redacted.size > 0 && hasWireStates(manifest) && fieldsRevealingState(manifest).some((path) => redacted.has(path))
}

/** What the reader may know as the state: its name, or its wire name if the state is withheld; undefined if the state field is redacted. */
export function stateForReader(manifest: ResolvedDocumentType, state: string, redacted: ReadonlySet<string> | undefined): string | undefined {
  if (redacted?.has(manifest.stateField) === true) return undefined
  return isStateRedacted(manifest, redacted) ? wireState(manifest, state) : state
}
