import type { ExpressionEvaluator } from '../expressions/evaluator.ts'
import type { KnownType } from '../expressions/known-records.ts'
import type { RowPredicate } from './row-predicate.ts'
import { UntranslatableError, translateRows } from './translate-rows.ts'

/**
 * The stored records for which a condition over `doc` holds, as a predicate that needs no user: the condition may only compare stored
 * fields with its own constants.
 * @throws UntranslatableError for a condition that reads anything else, or that the database cannot apply.
 */
export function storedRows(when: string, manifest: KnownType): RowPredicate {
  return translateRows(when, { manifest, variable: 'doc', constants: {}, evaluator: nothingElse(when) })
}

function nothingElse(when: string): ExpressionEvaluator {
  const refuse = (): never => {
    throw new UntranslatableError({ node: when, start: 0, end: when.length, message: 'Conditions on stored records may only compare fields with constants.' })
  }
  return { test: refuse, value: refuse }
}
