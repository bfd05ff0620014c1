/** Something wrong with a manifest or overlay, said so that its author can mend it. */
export interface ManifestIssue {
  /** Stable, e.g. `E201`; listed in docs/manifest-errors.md. */
  code: string
  severity: 'error' | 'warning'
  file: string
  /** From 1. */
  line: number
  column: number
  /** Path of keys in the file, e.g. `actions.approve.when`. */
  path: string
  message: string
  expected?: string
  seen?: string
  /** Nearest known name. */
  suggestion?: string
}

/** Something wrong with a document that a person entered. */
export interface FieldIssue {
  /** `description` or `lines.0.amount`; empty for the document as a whole. */
  path: string
  /** The rule's name, or the JSON Schema keyword. */
  rule: string
  message: string
  severity: 'error' | 'warning'
  /** What people call the field, as the server answers it. */
  title?: string
  /** What they call the table whose line the field is of. */
  table?: string
}
