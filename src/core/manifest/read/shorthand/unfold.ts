import type { JsonObject } from '../../../document/json.ts'
import type { ExpandedType } from '../expanded.ts'
import type { DocumentTypeManifest } from '../../language/manifest.generated.ts'
import type { KeyPath } from '../reporter.ts'
import { NamedExpressions } from './terms.ts'
import type { ChangeExpressions } from './expression-places.ts'
import { withFieldSets } from './field-sets.ts'
import { withEntries } from './posted-entries.ts'
import { spreadRules } from './rule-groups.ts'
import { withWireStateFields } from './wire-state-fields.ts'

/** The only expression of a type in which its own record is `option`; `doc` is the document that refers to it. */
export const SELECTABLE = 'selectable'

/**
 * Expands the shorthand in a manifest: field sets, rules on several fields, named entries, fields that follow from the state, terms and
 * `state`. Overlays have been applied before, to what the author wrote; later steps know none of these.
 */
export function unfold(type: ExpandedType, changeExpressions: ChangeExpressions): ExpandedType {
  const written = type.manifest as unknown as DocumentTypeManifest
  const sets = written.fieldSets ?? {}
  const names = namedExpressions(written)
  const chosen = names.of('option')
  const spelledOut = (expression: string, [keyword]: KeyPath): string => (keyword === SELECTABLE ? chosen : names).spelledOut(expression)
  const { terms: _terms, fieldSets: _sets, ...rest } = withFieldSets(type.manifest, sets) as JsonObject
  const manifest = changeExpressions('document-type', rest, spelledOut) as JsonObject
  const posted = withWireStateFields(withEntries(manifest as unknown as DocumentTypeManifest)) as unknown as JsonObject
  if (posted['rules'] !== undefined) posted['rules'] = spreadRules((posted as unknown as DocumentTypeManifest).rules ?? {}) as unknown as JsonObject
  const layouts = Object.fromEntries(Object.entries(type.layouts).map(([path, layout]) => [path, changeExpressions('print-layout', withFieldSets(layout, sets), (expression) => names.spelledOut(expression)) as JsonObject]))
  return { ...type, manifest: posted, layouts }
}

/** What the names in a type's expressions stand for. */
export function namedExpressions({ terms = {}, states, stateField = 'status' }: Pick<DocumentTypeManifest, 'terms' | 'states' | 'stateField'>): NamedExpressions {
  return new NamedExpressions(terms, states === undefined ? undefined : stateField)
}
