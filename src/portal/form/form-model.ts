import type { Doc, FieldIssue, FieldState, FormSession, Json } from '../../core/index.ts'
import type { FieldSource } from './field-source.ts'
import { PathListeners } from './path-listeners.ts'

/**
 * A document being edited, as the screen sees it: the core's session decides values, state and issues; this adds what
 * only a screen knows — which fields were left or stopped a save, texts that are no value yet, and what the
 * server refused.
 */
export class FormModel implements FieldSource {
  readonly session: FormSession
  readonly #listeners = new PathListeners()
  #touched = new Set<string>()
  #complaints = new Map<string, string>()
  #refused = new Map<string, string>()
  #isDirty = false
  /** Hears every change a person made, with the paths that followed from it. */
  onChange: ((paths: string[]) => void) | undefined = undefined

  constructor(session: FormSession) {
    this.session = session
  }

  doc(): Doc {
    return this.session.doc()
  }

  /** Whether the person changed something since the form was opened or saved. */
  isDirty(): boolean {
    return this.#isDirty
  }

  /** After a restored draft: what is shown was never saved. */
  markDirty(): void {
    this.#isDirty = true
    this.#listeners.changed('')
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
    return this.session.issuesAt(path).find((issue) => issue.severity === 'warning')?.message
  }

  set(path: string, value: Json | undefined): void {
    this.#refused.delete(path)
    this.#apply(() => this.session.set(path, value))
  }

  complain(path: string, message: string | undefined): void {
    if (this.#complaints.get(path) === message) return
    if (message === undefined) this.#complaints.delete(path)
    else this.#complaints.set(path, message)
    this.#listeners.changed(path)
  }

  touch(path: string): void {
    if (this.#touched.has(path)) return
    this.#touched.add(path)
    this.#listeners.changed(path)
  }

  /** Adds a line and answers its index. */
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
    this.#apply(() => {
      this.session.removeLine(array, index)
      return [array]
    })
    this.#listeners.changedAll()
  }

  /**
   * The checks of an action, for all to see from now on; empty when it may go to the server.
   * Texts that are no value come first: the document does not hold them, so no rule can speak of them.
   */
  tryFor(action: string): FieldIssue[] {
    this.session.action(action)
    this.#refused.clear()
    const issues = this.session.issues().filter((issue) => issue.severity === 'error')
    // Not everything from now on: a line added afterwards must not greet the person with complaints.
    for (const { path } of issues) this.#touched.add(path)
    this.#listeners.changedAll()
    const typed = [...this.#complaints].map(([path, message]): FieldIssue => ({ path, rule: 'typed', message, severity: 'error' }))
    const known = new Set(typed.map((issue) => issue.path))
    return [...typed, ...issues.filter((issue) => !known.has(issue.path))]
  }

  /** What the server refused, shown at its fields until they change. */
  refuse(issues: FieldIssue[]): void {
    this.#refused = new Map(issues.filter((issue) => issue.path !== '').map((issue) => [issue.path, issue.message]))
    this.#listeners.changedAll()
  }

  /** The document as stored: nothing is unsaved, nothing was tried. */
  reset(doc: Doc): void {
    this.session.replace(doc)
    this.forget()
  }

  /** The document with what was stored meanwhile below what is being typed: what was left and what was complained of stays. */
  rebase(doc: Doc, isDirty: boolean): void {
    this.session.replace(doc)
    this.#isDirty = isDirty
    this.#listeners.changedAll()
  }

  /** Whether anything keeps fields at or below a path from being saved by an action; nothing of it is shown, and what was tried stays so. */
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
    this.#isDirty = false
    this.#listeners.changedAll()
  }

  subscribe(path: string, listener: () => void): () => void {
    const stops = [this.session.subscribe(path, listener), this.#listeners.subscribe(path, listener)]
    return () => stops.forEach((stop) => stop())
  }

  version(path: string): number {
    return this.session.version(path) + this.#listeners.version(path)
  }

  #apply(change: () => string[]): void {
    const wasDirty = this.#isDirty
    this.#isDirty = true
    const paths = change()
    if (!wasDirty) this.#listeners.changed('')
    this.onChange?.(paths)
  }
}

/** The path after a line before it went: shifted, gone with its line, or the same. */
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

/** Whether a path is the field itself or something in it. */
export function isWithin(field: string, path: string): boolean {
  return path === field || path.startsWith(`${field}.`)
}
