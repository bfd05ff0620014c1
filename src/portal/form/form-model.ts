import { ChangeFeed } from '../../core/index.ts'
import type { Doc, FieldIssue, FieldState, FormSession, Json } from '../../core/index.ts'
import type { FieldSource } from './field-source.ts'

/**
 * The screen's model of a document being edited. The core's session decides values, states and issues. This class adds what only a screen
 * knows: which fields lost focus or stopped a save, typed text that is not a valid value, and what the server refused.
 */
export class FormModel implements FieldSource {
  readonly session: FormSession
  readonly #feed = new ChangeFeed()
  #touched = new Set<string>()
  #complaints = new Map<string, string>()
  #refused = new Map<string, string>()
  #foreseen = new Map<string, string>()
  #isDirty = false
  /** The action that comes next. What would stop it shows as a warning once its field is left, before the action is tried. */
  next: string | undefined = undefined
  /** Called after each change by the user, with the paths that changed as a result. */
  onChange: ((paths: string[]) => void) | undefined = undefined

  constructor(session: FormSession) {
    this.session = session
  }

  doc(): Doc {
    return this.session.doc()
  }

  /** Whether the user changed anything since the form was opened or saved. */
  isDirty(): boolean {
    return this.#isDirty
  }

  /** Called after a draft is restored: what is shown was never saved. */
  markDirty(): void {
    this.#isDirty = true
    this.#feed.publish('')
  }

  value(path: string): Json | undefined {
    return this.session.value(path)
  }

  field(path: string): FieldState {
    return this.session.field(path)
  }

  unavailable(path: string): ((day: string) => string | undefined) | undefined {
    return this.session.unavailable(path)
  }

  error(path: string): string | undefined {
    const message = this.#complaints.get(path) ?? this.#refused.get(path)
    if (message !== undefined) return message
    if (!this.#touched.has(path)) return undefined
    return this.session.issuesAt(path).find((issue) => issue.severity === 'error')?.message
  }

  warning(path: string): string | undefined {
    const own = this.session.issuesAt(path).find((issue) => issue.severity === 'warning')?.message
    return own ?? (this.error(path) === undefined ? this.#foreseen.get(path) : undefined)
  }

  set(path: string, value: Json | undefined): void {
    this.#refused.delete(path)
    this.#foreseen.delete(path)
    this.#apply(() => this.session.set(path, value))
  }

  complain(path: string, message: string | undefined): void {
    if (this.#complaints.get(path) === message) return
    if (message === undefined) this.#complaints.delete(path)
    else this.#complaints.set(path, message)
    this.#feed.publish(path)
  }

  touch(path: string): void {
    if (!this.#touched.has(path)) {
      this.#touched.add(path)
      this.#feed.publish(path)
    }
    this.#foresee()
  }

  /** Checks the values of the fields that were left for the next action. What is still empty is only to be filled in. */
  #foresee(): void {
    if (this.next === undefined) return
    const before = this.#foreseen
    const tried = this.session.action(this.next)
    this.#foreseen = new Map([...this.#touched].flatMap((path) => {
      const stops = this.session.value(path) === undefined ? undefined : this.session.issuesAt(path).find((issue) => issue.severity === 'error')
      return stops === undefined ? [] : [[path, stops.message] as const]
    }))
    this.session.action(tried)
    for (const path of new Set([...before.keys(), ...this.#foreseen.keys()])) if (before.get(path) !== this.#foreseen.get(path)) this.#feed.publish(path)
  }

  /** Adds a line and returns its index. */
  addLine(array: string, values?: Doc): number {
    let index = -1
    this.#apply(() => {
      index = this.session.addLine(array, values)
      return [array]
    })
    return index
  }

  removeLine(array: string, index: number): void {
    this.#touched = new Set([...this.#touched].flatMap((path) => withoutLine(path, array, index)))
    this.#complaints = mapWithoutLine(this.#complaints, array, index)
    this.#refused = mapWithoutLine(this.#refused, array, index)
    this.#foreseen = mapWithoutLine(this.#foreseen, array, index)
    this.#apply(() => {
      this.session.removeLine(array, index)
      return [array]
    })
    this.#feed.publishAll()
  }

  /**
   * Runs the checks of an action and shows their errors from now on; returns none if the action may be sent to the server. Invalid typed
   * text comes first: the document does not contain it, so no rule can report it. With `fields`, only those header fields are checked, with
   * their lines.
   */
  validateFor(action: string, fields?: readonly string[]): FieldIssue[] {
    const isAsked = (path: string): boolean => fields === undefined || fields.some((field) => isWithin(field, path))
    this.session.action(action)
    for (const path of this.#refused.keys()) if (isAsked(path)) this.#refused.delete(path)
    const issues = this.session.issues().filter((issue) => issue.severity === 'error' && isAsked(issue.path))
    // Only these paths, not all: a line added afterwards must not show errors at once.
    for (const { path } of issues) this.#touched.add(path)
    this.#feed.publishAll()
    const typed = [...this.#complaints].filter(([path]) => isAsked(path)).map(([path, message]): FieldIssue => ({ path, rule: 'typed', message, severity: 'error' }))
    const known = new Set(typed.map((issue) => issue.path))
    return [...typed, ...issues.filter((issue) => !known.has(issue.path))]
  }

  /** Shows the server's field errors until the fields change. */
  refuse(issues: FieldIssue[]): void {
    this.#refused = new Map(issues.filter((issue) => issue.path !== '').map((issue) => [issue.path, issue.message]))
    this.#feed.publishAll()
  }

  /** Resets the form to the stored document: nothing is unsaved, nothing was attempted. */
  reset(doc: Doc): void {
    this.session.replace(doc)
    this.forget()
  }

  /** Replaces the document by one that includes changes stored meanwhile; keeps which fields were touched and which have invalid text. */
  rebase(doc: Doc, isDirty: boolean): void {
    this.session.replace(doc)
    this.#isDirty = isDirty
    this.#feed.publishAll()
  }

  /**
   * Whether an error prevents an action from saving the fields at or below a path. Shows nothing and does not change which action is
   * checked.
   */
  hasProblemsIn(path: string, action: string): boolean {
    if ([...this.#complaints.keys()].some((one) => isWithin(path, one))) return true
    const tried = this.session.action(action)
    const found = this.session.issues().some((issue) => issue.severity === 'error' && isWithin(path, issue.path))
    this.session.action(tried)
    return found
  }

  forget(): void {
    this.#touched.clear()
    this.#complaints.clear()
    this.#refused.clear()
    this.#foreseen.clear()
    this.#isDirty = false
    this.#feed.publishAll()
  }

  subscribe(path: string, listener: () => void): () => void {
    const stops = [this.session.subscribe(path, listener), this.#feed.subscribe(path, listener)]
    return () => stops.forEach((stop) => stop())
  }

  version(path: string): number {
    return this.session.version(path) + this.#feed.versionOf(path)
  }

  #apply(change: () => string[]): void {
    const wasDirty = this.#isDirty
    this.#isDirty = true
    const paths = change()
    if (!wasDirty) this.#feed.publish('')
    this.onChange?.(paths)
  }
}

/** The path after a line was removed: shifted, gone with its line, or unchanged. */
function withoutLine(path: string, array: string, index: number): string[] {
  const parts = path.split('.')
  if (parts[0] !== array || parts.length < 2) return [path]
  const line = Number(parts[1])
  if (line === index) return []
  return line > index ? [[array, line - 1, ...parts.slice(2)].join('.')] : [path]
}

function mapWithoutLine(map: Map<string, string>, array: string, index: number): Map<string, string> {
  return new Map([...map].flatMap(([path, message]) => withoutLine(path, array, index).map((next): [string, string] => [next, message])))
}

/** Whether a path is the field itself or lies below it. */
export function isWithin(field: string, path: string): boolean {
  return path === field || path.startsWith(`${field}.`)
}
