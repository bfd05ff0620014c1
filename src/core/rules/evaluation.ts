import type { Doc, Json } from '../document/json.ts'
import type { FieldIssue } from '../errors.ts'
import type { RuleContext } from '../expressions/context.ts'

/** State of one field after the rules ran. */
export interface FieldState {
  visible: boolean
  enabled: boolean
  required: boolean
  /** While a document is edited: not required yet, but this action, which its state offers, is refused without it. */
  needed?: string
  /** A rule or compute sets its value. */
  locked: boolean
  /** The message of the rule that sets its value or disables it. */
  hint?: string
  /** The caption from a label rule. */
  label?: string
  /** The minimum and maximum date or number that may be entered. */
  min?: string | number
  max?: string | number
}

/** How a document is evaluated. */
export interface EvaluateOptions {
  /** The action whose checks run; default `save`. */
  action?: string
  /** Also mark the fields that later actions will need, as a session does; default false. */
  looksAhead?: boolean
}

/** A document after the rules ran. */
export interface Evaluation {
  doc: Doc
  /** `description`; `lines.*.amount` for every line; `lines.0.amount` where a line differs from that. Read it with `fieldState`. */
  fields: Record<string, FieldState>
  /** The display name of the field at a path: a label rule's caption, otherwise its title. */
  label(path: string): string
  issues: FieldIssue[]
  warnings: FieldIssue[]
}

/**
 * A document being edited. Each change recomputes only what depends on it. Paths are `description`, `lines` and `lines.0.amount`. A session
 * is for one document.
 */
export interface FormSession {
  /** The current document; the same object until something changes. */
  doc(): Doc
  /** The value at a path; undefined when empty. */
  value(path: string): Json | undefined
  field(path: string): FieldState
  /**
   * Returns a function that gives the reason why a day cannot be chosen in the date field at the path, or undefined for a day that can.
   * Returns undefined if no rule excludes days.
   */
  unavailable(path: string): ((day: string) => string | undefined) | undefined
  /** The current errors; the same array until something changes. */
  issues(): FieldIssue[]
  warnings(): FieldIssue[]
  /** Errors and warnings of one path; the same array until they change. */
  issuesAt(path: string): FieldIssue[]
  /** Sets what a person entered; '', null and undefined clear the field. Returns the changed paths, including this one. */
  set(path: string, value: Json | undefined): string[]
  /** Adds a new line at the end, with its defaults and the given values over them. Returns its index. */
  addLine(array: string, values?: Doc): number
  removeLine(array: string, index: number): void
  /** Switches to another document (a reload, a restored draft); everything is evaluated again. */
  replace(doc: Doc): void
  /** Call when new referenced records, lists or settings have arrived. Returns the changed paths. */
  context(ctx: RuleContext): string[]
  /** Switches to the checks of another action. Returns the previous action. */
  action(action: string): string
  /**
   * Calls the listener when the value, state or issues of the path change; '' is notified of every change. Returns a function that
   * unsubscribes.
   */
  subscribe(path: string, listener: () => void): () => void
  /** Increases with each change of the path; '' is any path. For useSyncExternalStore. */
  version(path: string): number
}

/** The state of a field in an evaluation: that of its own line, otherwise that of every line. */
export function fieldState(evaluation: Evaluation, path: string): FieldState | undefined {
  return evaluation.fields[path] ?? evaluation.fields[path.replace(/\.\d+\./, '.*.')]
}
