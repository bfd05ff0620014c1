/**
 * A pure function that manifests may call by name, for what is hard to write as an expression. It runs the same in the browser and on the
 * server: no I/O, no clock.
 */
export interface RuleFunction {
  /** CEL signature, e.g. `leaveDays(string, string): double`. Numbers are `double`. */
  signature: string
  description: string
  call: (...args: never[]) => unknown
  /** How many steps a call with these arguments takes, at about a fifth of a microsecond each; 256 if not defined. */
  steps?: (...args: never[]) => number
}

/** Functions by name. */
export type FunctionRegistry = Record<string, RuleFunction>

/** An expression that failed during evaluation, so that its rule denied. */
export interface RuleErrorReport {
  type: string
  /** The rule's name, or the place of the expression: `compute total_amount`, `action send`. */
  rule: string
  expression: string
  message: string
  /** The evaluator's code, e.g. `no_such_key`. */
  code: string
  /** It read an empty field: usually the rule should call has() first. */
  absent: boolean
}
export type OnRuleError = (report: RuleErrorReport) => void
