/** A problem in a manifest or overlay, worded so that its author can fix it. */
export interface ManifestIssue {
  /** Stable, e.g. `E201`; listed in docs/reference/errors.md. */
  code: string
  severity: 'error' | 'warning'
  file: string
  /** One-based. */
  line: number
  column: number
  /** Path of keys in the file, e.g. `actions.approve.when`. */
  path: string
  message: string
  expected?: string
  seen?: string
  /** The nearest known name. */
  suggestion?: string
}

/** A problem in a document that a person entered. */
export interface FieldIssue {
  /** `description` or `lines.0.amount`; empty for the document as a whole. */
  path: string
  /** The rule's name, or the JSON Schema keyword. */
  rule: string
  message: string
  severity: 'error' | 'warning'
  /** The field's display name, as the server sends it. */
  title?: string
  /** The display name of the table, for a field of one of its lines. */
  table?: string
}
