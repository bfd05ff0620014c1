import type { FieldState, Json } from '../../core/index.ts'

/**
 * What a form field reads from and writes to: a document being edited, or the values of an action's dialog. Widgets know nothing else.
 * Paths are `description` or `lines.0.amount`.
 */
export interface FieldSource {
  value: (path: string) => Json | undefined
  field: (path: string) => FieldState
  /** A function that explains why a day cannot be chosen in the date field; undefined where no rule closes days. */
  unavailable: (path: string) => ((day: string) => string | undefined) | undefined
  /** The error to show now; set only after the field lost focus or a save was attempted. */
  error: (path: string) => string | undefined
  /** A warning that does not prevent saving. */
  warning: (path: string) => string | undefined
  set: (path: string, value: Json | undefined) => void
  /** Reports that the typed text is not a valid value (a message) or is valid again (undefined). */
  complain: (path: string, message: string | undefined) => void
  /** The field lost focus: its errors may be shown from now on. */
  touch: (path: string) => void
  /** The path '' receives every change. */
  subscribe: (path: string, listener: () => void) => () => void
  /** Increases with each change to what the path shows. */
  version: (path: string) => number
}
