import type { FieldState, Json } from '../../core/index.ts'

/**
 * What a form field reads from and writes to: a document being edited, or the few values of an action's dialog.
 * Widgets know nothing else. Paths are `description` or `lines.0.amount`.
 */
export interface FieldSource {
  value: (path: string) => Json | undefined
  field: (path: string) => FieldState
  /** How the date field explains why a day cannot be chosen; undefined where no rule closes days. */
  unavailable: (path: string) => ((day: string) => string | undefined) | undefined
  /** The error to show now: only after the field was left or a save was tried. */
  error: (path: string) => string | undefined
  /** A remark that does not stop saving. */
  warning: (path: string) => string | undefined
  set: (path: string, value: Json | undefined) => void
  /** What was typed is no value yet (a message) or is one again (undefined). */
  complain: (path: string, message: string | undefined) => void
  /** The person left the field: its errors may show from now on. */
  touch: (path: string) => void
  /** '' hears every change. */
  subscribe: (path: string, listener: () => void) => () => void
  /** Grows with each change of what the path shows. */
  version: (path: string) => number
}
