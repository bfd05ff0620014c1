/** Evaluates the expressions of one document type. Implemented by rules; used by access, workflow and form. */
export interface ExpressionEvaluator {
  /** Whether a boolean expression is true; a failure counts as false and is reported. */
  test(expression: string, variables: Record<string, unknown>): boolean
  /** The value of an expression, with numbers as JavaScript numbers; undefined if it fails or evaluates to null. */
  value(expression: string, variables: Record<string, unknown>): unknown
}

/**
 * Code and one-line message of an error that an expression threw; the code is `function_failed` if the evaluator did not throw it itself.
 */
export function describeError(error: unknown): { code: string; summary: string } {
  if (error instanceof Error && 'code' in error && 'summary' in error) return { code: String(error.code), summary: String(error.summary) }
  return { code: 'function_failed', summary: error instanceof Error ? error.message : String(error) }
}
