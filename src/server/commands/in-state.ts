import type { CompiledType, Doc, RuleContext } from '../../core/index.ts'
import { runSliced } from '../in-pieces.ts'

/** Returns the document in the given state, with its computed values recalculated. */
export async function inState(type: CompiledType, doc: Doc, state: string, ctx: RuleContext): Promise<Doc> {
  const { stateField } = type.manifest
  if (state === '' || doc[stateField] === state) return doc
  return runSliced(type.recomputingComputedFields({ ...doc, [stateField]: state }, ctx))
}
