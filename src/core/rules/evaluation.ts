import type { Doc, Json } from '../document/json.ts'
import type { FieldIssue } from '../errors.ts'
import type { RuleContext } from '../expressions/context.ts'

/** State of one field after the rules ran. */
export interface FieldState {
  visible: boolean
  enabled: boolean
  required: boolean
  /** While a document is edited: not required yet, but an action that its state offers will not be done without it. */
  needed?: true
  /** A rule or compute gives its value. */
  locked: boolean
  /** What the rule that gives its value, or disables it, says of that. */
  hint?: string
  /** What a label rule calls it. */
  label?: string
  /** The least and the greatest date or number that may be entered. */
  min?: string | number
  max?: string | number
}

/** How a document is evaluated. */
export interface EvaluateOptions {
  /** The action whose checks run; default `save`. */
  action?: string
  /** The document is not stored yet. */
  isNew?: boolean
  /** Also tell which fields later actions will need, as a session does; default no. */
  looksAhead?: boolean
}

/** A document after the rules ran. */
export interface Evaluation {
  doc: Doc
  /** `description`; `lines.*.amount` for every line; `lines.0.amount` where a line differs from that. Read it with `fieldState`. */
  fields: Record<string, FieldState>
  /** What people call the field at a path: a label rule's caption, else its title. */
  label(path: string): string
  issues: FieldIssue[]
  warnings: FieldIssue[]
}

/**
 * A document being edited. Each change works out only what depends on it. Paths are `description`, `lines` and
 * `lines.0.amount`. Not for sharing between documents.
 */
export interface FormSession {
  /** The document now; the same object until something changes. */
  doc(): Doc
  /** The value at a path; undefined when empty. */
  value(path: string): Json | undefined
  field(path: string): FieldState
  /** How the date field at the path tells why a day cannot be chosen, nothing of one that can be; undefined where no rule closes days. */
  unavailable(path: string): ((day: string) => string | undefined) | undefined
  /** Errors now; the same array until something changes. */
  issues(): FieldIssue[]
  warnings(): FieldIssue[]
  /** Errors and warnings of one path; the same array until they change. */
  issuesAt(path: string): FieldIssue[]
  /** A person's entry; '' , null and undefined empty the field. Answers the changed paths, the set one included. */
  set(path: string, value: Json | undefined): string[]
  /** Adds a new line with its defaults at the end (or the given values over them) and answers its index. */
  addLine(array: string, values?: Doc): number
  removeLine(array: string, index: number): void
  /** Another document (a reload, a restored draft); everything is worked out anew. */
  replace(doc: Doc): void
  /** New referred records, lists or settings arrived. Answers the changed paths. */
  context(ctx: RuleContext): string[]
  /** Checks of another action from now on. Answers the one whose checks were made before. */
  action(action: string): string
  /** Calls back when the value, state or issues of the path change; '' hears every change. Answers the way to stop. */
  subscribe(path: string, listener: () => void): () => void
  /** Grows with each change of the path; '' for any. For useSyncExternalStore. */
  version(path: string): number
}

/** The state of a field in an evaluation: the line's own, else that of every line. */
export function fieldState(evaluation: Evaluation, path: string): FieldState | undefined {
  return evaluation.fields[path] ?? evaluation.fields[path.replace(/\.\d+\./, '.*.')]
}
