import { dependenciesOf } from '../expressions/dependencies.ts'
import type { ResolvedDocumentType, ResolvedField } from '../manifest/resolve/resolved.ts'

const known = new WeakMap<ResolvedDocumentType, string[]>()

/** The fields that tell the state, or follow from it: who does not see one of them is not told it by the state itself. */
export function stateTellers(manifest: ResolvedDocumentType): string[] {
  const found = known.get(manifest)
  if (found !== undefined) return found
  const { shape, stateField } = manifest
  const reads = ({ compute }: ResolvedField): boolean => compute !== undefined && dependenciesOf(compute).some(([root, name]) => root === 'doc' && name === stateField)
  const tellers = [stateField, ...Object.values(shape.fields).filter(reads).map(({ name }) => name)]
  known.set(manifest, tellers)
  return tellers
}
