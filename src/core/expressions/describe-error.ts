/** Code and one-line message of whatever an expression threw; `function_failed` for what the evaluator did not throw itself. */
export function describeError(error: unknown): { code: string; summary: string } {
  if (error instanceof Error && 'code' in error && 'summary' in error) return { code: String(error.code), summary: String(error.summary) }
  return { code: 'function_failed', summary: error instanceof Error ? error.message : String(error) }
}
