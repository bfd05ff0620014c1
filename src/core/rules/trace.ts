import type { Json } from '../document/json.ts'

/** What one rule did to one field. */
export interface RuleTrace {
  rule: string
  effect: string
  /** The field, with the line's index. */
  path: string
  /** False when its `when` did not hold or it is not asked for this action. */
  applied: boolean
  result?: Json
  error?: string
}
