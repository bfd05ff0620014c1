import type { Doc, Json, JsonObject } from '../document/json.ts'
import type { FieldIssue } from '../errors.ts'
import type { RuleContext } from '../expressions/context.ts'
import { ChangeFeed } from './change-feed.ts'
import type { Cell, Scope } from './document-cells.ts'
import type { FieldState, FormSession } from './evaluation.ts'
import type { FieldPlan, PlannedRule } from './rule-plan.ts'
import type { RuleRuntime } from './rule-runtime.ts'

/** What a session needs from the compiled type. */
export interface SessionParts {
  /** Returns a runtime in which everything is evaluated. */
  start: (doc: Doc, ctx: RuleContext, action: string) => RuleRuntime
  newLine: (array: string, doc: Doc, ctx: RuleContext) => JsonObject
}

const NO_FIELD: FieldState = { visible: false, enabled: false, required: false, locked: false }
const NO_ISSUES: FieldIssue[] = []

/** Starts editing a document that is evaluated; see `FormSession`. */
export function createSession(parts: SessionParts, started: RuleRuntime): FormSession {
  return new Session(parts, started)
}

class Session implements FormSession {
  readonly #parts: SessionParts
  readonly #feed = new ChangeFeed()
  readonly #issuesByPath = new Map<string, FieldIssue[]>()
  #runtime: RuleRuntime
  #doc: { version: number; doc: Doc } | undefined
  #lineCopies = new WeakMap<Scope, JsonObject>()
  #issues: { version: number; errors: FieldIssue[]; warnings: FieldIssue[] } | undefined
  /** Proposals that could not be made because a referenced record was not loaded yet. */
  #waiting: { rule: PlannedRule; cell: Cell }[] = []

  constructor(parts: SessionParts, started: RuleRuntime) {
    this.#parts = parts
    this.#runtime = started
  }

  doc(): Doc {
    if (this.#doc?.version !== this.#feed.version) this.#doc = { version: this.#feed.version, doc: this.#runtime.cells.snapshot(this.#lineCopies) }
    return this.#doc.doc
  }

  value(path: string): Json | undefined {
    const cell = this.#runtime.cells.at(path)
    if (cell === undefined) return undefined
    const value = cell.scope.source[cell.plan.name]
    return Array.isArray(value) ? this.doc()[cell.plan.name] : value
  }

  field(path: string): FieldState {
    return this.#runtime.cells.at(path)?.state ?? NO_FIELD
  }

  unavailable(path: string): ((day: string) => string | undefined) | undefined {
    const { cells } = this.#runtime
    if ((cells.at(path)?.plan.unavailables.length ?? 0) === 0) return undefined
    return (day) => {
      const cell = this.#runtime.cells.at(path)
      return cell === undefined ? undefined : this.#runtime.reasonAgainst(cell, day)
    }
  }

  issues(): FieldIssue[] { return this.#allIssues().errors }

  warnings(): FieldIssue[] { return this.#allIssues().warnings }

  issuesAt(path: string): FieldIssue[] {
    const cell = this.#runtime.cells.at(path)
    const found = cell === undefined ? NO_ISSUES : this.#runtime.issuesAt(cell)
    const known = this.#issuesByPath.get(path) ?? NO_ISSUES
    if (JSON.stringify(found) === JSON.stringify(known)) return known
    this.#issuesByPath.set(path, found)
    return found
  }

  set(path: string, value: Json | undefined): string[] {
    const cell = this.#runtime.cells.at(path)
    if (cell === undefined) return []
    if (!this.#runtime.write(cell, value)) return []
    this.#runtime.evaluateMarked()
    this.#cascade(cell)
    return this.#publish()
  }

  addLine(array: string, values: Doc = {}): number {
    const line = this.#parts.newLine(array, this.doc(), this.#runtime.context)
    const index = this.#runtime.addLine(array, { ...line, ...values })
    this.#runtime.evaluateMarked()
    this.#publish()
    return index
  }

  removeLine(array: string, index: number): void {
    this.#runtime.removeLine(array, index)
    this.#runtime.evaluateMarked()
    this.#publish()
  }

  replace(doc: Doc): void {
    this.#restart(doc, this.#runtime.context, this.#runtime.action)
  }

  context(ctx: RuleContext): string[] {
    this.#runtime.host.update(ctx)
    this.#runtime.marks.markAll()
    this.#runtime.evaluateMarked()
    const waiting = this.#waiting
    this.#waiting = []
    for (const { rule, cell } of waiting) {
      const isEmpty = cell.scope.source[cell.plan.name] === undefined
      if (isEmpty && this.#isLive(cell)) this.#propose(rule, cell)
    }
    this.#runtime.evaluateMarked()
    return this.#publish()
  }

  action(action: string): string {
    const before = this.#runtime.action
    if (action === before) return before
    this.#runtime.action = action
    this.#runtime.marks.markAllLate()
    this.#runtime.evaluateMarked()
    this.#publish()
    return before
  }

  subscribe(path: string, listener: () => void): () => void { return this.#feed.subscribe(path, listener) }

  version(path: string): number { return this.#feed.versionOf(path) }

  #allIssues(): { errors: FieldIssue[]; warnings: FieldIssue[] } {
    if (this.#issues?.version !== this.#feed.version) {
      const found = this.#runtime.issues()
      const errors = found.filter((issue) => issue.severity === 'error')
      const warnings = found.filter((issue) => issue.severity === 'warning')
      const before = this.#issues
      this.#issues = {
        version: this.#feed.version,
        errors: before !== undefined && JSON.stringify(before.errors) === JSON.stringify(errors) ? before.errors : errors,
        warnings: before !== undefined && JSON.stringify(before.warnings) === JSON.stringify(warnings) ? before.warnings : warnings,
      }
    }
    return this.#issues
  }

  /**
   * Fill rules triggered by a change of the cell: of fields of the same line or of the header. A header field may also trigger those of
   * every line.
   */
  *#fillsAfter(cell: Cell): Generator<{ rule: PlannedRule; target: Cell }> {
    const { plan, header, lines } = this.#runtime.cells
    const { name, array } = cell.plan
    const isAfter = (target: FieldPlan, rule: PlannedRule): boolean => target !== cell.plan && rule.source?.after.includes(name) === true
    for (const target of cell.scope.cells) for (const rule of target.plan.fills) if (isAfter(target.plan, rule)) yield { rule, target }
    if (array !== undefined) return
    for (const [other, plans] of Object.entries(plan.lines)) {
      if (plans.some((one) => one.name === name) || header.cells.length === 0) continue
      for (const scope of lines[other] ?? []) for (const target of scope.cells) {
        for (const rule of target.plan.fills) if (isAfter(target.plan, rule)) yield { rule, target }
      }
    }
  }

  /** Makes the proposals that follow from a change, and those that follow from them: each field once, and never over the entry itself. */
  #cascade(entered: Cell): void {
    const changed = [entered]
    for (const cell of changed) {
      for (const { rule, target } of this.#fillsAfter(cell)) {
        if (target === entered || !this.#propose(rule, target)) continue
        this.#runtime.evaluateMarked()
        if (!changed.includes(target)) changed.push(target)
      }
    }
  }

  /** @returns whether the field's value changed. */
  #propose(rule: PlannedRule, target: Cell): boolean {
    if (target.state.locked || !target.shown || !target.open) return false
    const value = this.#runtime.valueOf(rule, target)
    if (value === undefined && this.#runtime.isWaiting(rule, target)) this.#waiting.push({ rule, cell: target })
    return this.#runtime.write(target, value)
  }

  #isLive(cell: Cell): boolean {
    const { array, index } = cell.scope
    return array === undefined || this.#runtime.cells.lines[array]?.[index] === cell.scope
  }

  #restart(doc: Doc, ctx: RuleContext, action: string): void {
    this.#runtime = this.#parts.start(doc, ctx, action)
    this.#lineCopies = new WeakMap()
    this.#waiting = []
    this.#feed.publishAll()
  }

  /** Notifies listeners of the changes since the last call. @returns the changed paths. */
  #publish(): string[] {
    const { changed, reshaped } = this.#runtime.marks
    if (changed.size === 0 && reshaped.size === 0) return []
    const paths = [...changed].map((cell) => this.#runtime.cells.pathOf(cell))
    for (const cell of changed) this.#lineCopies.delete(cell.scope)
    const heard = this.#feed.record(paths, reshaped)
    this.#runtime.marks.forgetChanges()
    for (const listener of heard) listener()
    return paths
  }
}
