/** Evaluates the expressions of one document type; rules implements it, access, workflow and form ask it. */
export interface ExpressionEvaluator {
  /** Truth of a boolean expression; a failure counts as false and is reported. */
  test(expression: string, variables: Record<string, unknown>): boolean
  /** Value of an expression with numbers as JavaScript numbers; undefined when it fails or gives null. */
  value(expression: string, variables: Record<string, unknown>): unknown
}
