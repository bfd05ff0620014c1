/** Evaluates the expressions of one document type; rules implements it, access, workflow and form ask it. */
export interface ExpressionEvaluator {
  /** Truth of a boolean expression; a failure counts as false and is reported. */
  test(expression: string, variables: Record<string, unknown>): boolean
  /** Value of an expression with numbers as JavaScript numbers; undefined when it fails or gives null. */
  value(expression: string, variables: Record<string, unknown>): unknown
}

/** Code and one-line message of whatever an expression threw; `function_failed` for what the evaluator did not throw itself. */
export function describeError(error: unknown): { code: string; summary: string } {
  if (error instanceof Error && 'code' in error && 'summary' in error) return { code: String(error.code), summary: String(error.summary) }
  return { code: 'function_failed', summary: error instanceof Error ? error.message : String(error) }
}
