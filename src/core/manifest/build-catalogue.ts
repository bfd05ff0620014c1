import { checkActions } from './check-actions.ts'
import { checkEndpoints } from './check-endpoints.ts'
import { checkExpressions } from './check-expressions.ts'
import { checkIds } from './check-ids.ts'
import { checkFields } from './check-fields.ts'
import { checkRows } from './check-rows.ts'
import { checkFilters } from './check-filters.ts'
import { checkScreens } from './check-screens.ts'
import { checkStates } from './check-states.ts'
import type { CheckContext } from './check-context.ts'
import { contentHash } from './content-hash.ts'
import type { ExpandedSet, ExpandedType } from './expanded.ts'
import type { KnownNames } from './load-types.ts'
import type { DocumentTypeManifest, ModuleManifest } from './manifest.generated.ts'
import type { Reporter } from './reporter.ts'
import { resolveModules } from './resolve-modules.ts'
import { labelField, resolveType } from './resolve-type.ts'
import type { Catalogue } from './resolved.ts'

/** Resolves expanded manifests. Their structure is right; contradictions between modules are reported. */
export function resolveCatalogue(expanded: ExpandedSet, reporter: Reporter): Catalogue {
  const authored = (id: string): DocumentTypeManifest | undefined => (Object.hasOwn(expanded.types, id) ? (expanded.types[id]?.manifest as unknown as DocumentTypeManifest) : undefined)
  const approved = Object.fromEntries(Object.keys(expanded.types).flatMap((id) => (authored(id)?.approval === undefined ? [] : [[id, authored(id)?.title.one ?? id]])))
  const approvedEver = Object.fromEntries(Object.entries(approved).flatMap(([id, title]) => [id, ...(authored(id)?.renamedFrom ?? [])].map((name) => [name, title])))
  const others = { approved, approvedEver, labelOf: (id: string) => { const found = authored(id); return found === undefined ? undefined : labelField(found) } }
  const modules = Object.values(expanded.modules)
  const employees = modules.map(({ manifest }) => (manifest as unknown as ModuleManifest).organisation?.employees.type).find((type) => type !== undefined)
  const types = Object.fromEntries(Object.values(expanded.types).map((type) => [type.id, resolveType(type, { ...others, employees })]))
  const catalogue = { types, ...resolveModules(modules, types, others, reporter) }
  return { ...catalogue, hash: contentHash(JSON.stringify({ ...catalogue, types: Object.values(types).map((type) => type.hash) })) }
}

/** Every pass that needs the resolved catalogue, over some of its types (all of them when loading). */
export function checkTypes(context: CheckContext, types: readonly ExpandedType[]): void {
  for (const expanded of types) {
    const type = context.catalogue.types[expanded.id]
    if (type === undefined) continue
    for (const pass of [checkIds, checkFields, checkScreens, checkFilters, checkActions, checkStates, checkRows]) pass(context, expanded, type)
  }
  checkEndpoints(context, types)
  checkExpressions(context, types)
}

/** What the passes need, from a reporter, what is loaded and what code stands behind names. */
export function checkContext(catalogue: Catalogue, expanded: ExpandedSet, known: KnownNames, reporter: Reporter, brokenTypes: readonly string[] = []): CheckContext {
  return { catalogue, expanded, known, reporter, brokenTypes }
}
