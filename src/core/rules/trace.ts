import type { Json } from '../document/json.ts'

/** What one rule did to one field. */
export interface RuleTrace {
  rule: string
  effect: string
  /** The field, with the line's index. */
  path: string
  /**
   * False if its `when` did not hold, or it reads figures that are not known here. A rule that does not apply to the action leaves no
   * trace.
   */
  applied: boolean
  result?: Json
  error?: string
}
