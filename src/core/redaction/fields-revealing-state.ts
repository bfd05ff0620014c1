import { dependenciesOf } from '../expressions/dependencies.ts'
import type { ResolvedDocumentType, ResolvedField } from '../manifest/resolve/resolved.ts'

const known = new WeakMap<ResolvedDocumentType, string[]>()

/** The state field and the fields computed from it: the state itself is withheld from anyone for whom one of them is redacted. */
export function fieldsRevealingState(manifest: ResolvedDocumentType): string[] {
  const found = known.get(manifest)
  if (found !== undefined) return found
  const { shape, stateField } = manifest
  const reads = ({ compute }: ResolvedField): boolean => compute !== undefined && dependenciesOf(compute).some(([root, name]) => root === 'doc' && name === stateField)
  const revealing = [stateField, ...Object.values(shape.fields).filter(reads).map(({ name }) => name)]
  known.set(manifest, revealing)
  return revealing
}
