/**
 * A pure function that manifests may call by name: the way out for what no expression says well. Same on both sides,
 * no I/O, no clock.
 */
export interface RuleFunction {
  /** CEL signature, e.g. `leaveDays(string, string): double`. Numbers are `double`. */
  signature: string
  description: string
  call: (...args: never[]) => unknown
  /** How many steps a call with these arguments takes, of about a fifth of a microsecond each; without it 256. */
  steps?: (...args: never[]) => number
}

/** Functions by name. */
export type FunctionRegistry = Record<string, RuleFunction>

/** An expression that failed while it was asked; the rule denied. */
export interface RuleErrorReport {
  type: string
  /** The rule's name, or where the expression stands: `compute total_amount`, `action send`. */
  rule: string
  expression: string
  message: string
  /** The evaluator's code, e.g. `no_such_key`. */
  code: string
  /** It read a field that is empty: mostly a rule that should ask has() first. */
  absent: boolean
}
export type OnRuleError = (report: RuleErrorReport) => void
