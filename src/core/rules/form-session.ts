import type { Doc, Json, JsonObject } from '../document/json.ts'
import type { FieldIssue } from '../errors.ts'
import type { FieldState, RuleContext } from './context.ts'
import type { FormSession } from './evaluation.ts'
import type { FieldPlan, PlannedRule } from './rule-plan.ts'
import type { Cell, RuleRuntime, Scope } from './rule-runtime.ts'

/** What a session asks of the compiled type. */
export interface SessionParts {
  /** A runtime that has settled. */
  start: (doc: Doc, ctx: RuleContext, action: string) => RuleRuntime
  newLine: (array: string, doc: Doc, ctx: RuleContext) => JsonObject
}

const NO_FIELD: FieldState = { visible: false, enabled: false, required: false, locked: false }
const NO_ISSUES: FieldIssue[] = []

/** A document being edited; see `FormSession`. */
export function createSession(parts: SessionParts, doc: Doc, ctx: RuleContext, action: string): FormSession {
  return new Session(parts, doc, ctx, action)
}

class Session implements FormSession {
  readonly #parts: SessionParts
  readonly #listeners = new Map<string, Set<() => void>>()
  readonly #versions = new Map<string, number>()
  /** By array: since when every path on its lines counts as changed, because lines came or went. */
  readonly #lineVersions = new Map<string, number>()
  readonly #issuesByPath = new Map<string, FieldIssue[]>()
  #runtime: RuleRuntime
  #version = 1
  #since = 1
  #doc: { version: number; doc: Doc } | undefined
  #lineCopies = new WeakMap<Scope, JsonObject>()
  #issues: { version: number; errors: FieldIssue[]; warnings: FieldIssue[] } | undefined
  /** Proposals that could not be made because a referred record was not there yet. */
  #waiting: { rule: PlannedRule; cell: Cell }[] = []

  constructor(parts: SessionParts, doc: Doc, ctx: RuleContext, action: string) {
    this.#parts = parts
    this.#runtime = parts.start(doc, ctx, action)
  }

  doc(): Doc {
    if (this.#doc?.version !== this.#version) this.#doc = { version: this.#version, doc: this.#runtime.snapshot(this.#lineCopies) }
    return this.#doc.doc
  }

  value(path: string): Json | undefined {
    const cell = this.#runtime.cell(path)
    if (cell === undefined) return undefined
    const value = cell.scope.source[cell.plan.name]
    return Array.isArray(value) ? this.doc()[cell.plan.name] : value
  }

  field(path: string): FieldState {
    return this.#runtime.cell(path)?.state ?? NO_FIELD
  }

  issues(): FieldIssue[] { return this.#allIssues().errors }

  warnings(): FieldIssue[] { return this.#allIssues().warnings }

  issuesAt(path: string): FieldIssue[] {
    const cell = this.#runtime.cell(path)
    const found = cell === undefined ? NO_ISSUES : this.#runtime.issuesAt(cell)
    const known = this.#issuesByPath.get(path) ?? NO_ISSUES
    if (JSON.stringify(found) === JSON.stringify(known)) return known
    this.#issuesByPath.set(path, found)
    return found
  }

  set(path: string, value: Json | undefined): string[] {
    const cell = this.#runtime.cell(path)
    if (cell === undefined) return []
    if (!this.#runtime.write(cell, value)) return []
    this.#runtime.settle()
    this.#cascade(cell)
    return this.#publish()
  }

  addLine(array: string, values: Doc = {}): number {
    const line = this.#parts.newLine(array, this.doc(), this.#runtime.context)
    const index = this.#runtime.addLine(array, { ...line, ...values })
    this.#runtime.settle()
    this.#publish()
    return index
  }

  removeLine(array: string, index: number): void {
    this.#runtime.removeLine(array, index)
    this.#runtime.settle()
    this.#publish()
  }

  replace(doc: Doc): void {
    this.#restart(doc, this.#runtime.context, this.#runtime.action)
  }

  context(ctx: RuleContext): string[] {
    this.#runtime.host.update(ctx)
    this.#runtime.markAll()
    this.#runtime.settle()
    const waiting = this.#waiting
    this.#waiting = []
    for (const { rule, cell } of waiting) {
      const isEmpty = cell.scope.source[cell.plan.name] === undefined
      if (isEmpty && this.#isLive(cell)) this.#propose(rule, cell)
    }
    this.#runtime.settle()
    return this.#publish()
  }

  action(action: string): void {
    if (action === this.#runtime.action) return
    this.#runtime.action = action
    this.#runtime.markLate()
    this.#runtime.settle()
    this.#publish()
  }

  subscribe(path: string, listener: () => void): () => void {
    const known = this.#listeners.get(path) ?? new Set()
    this.#listeners.set(path, known.add(listener))
    return () => {
      known.delete(listener)
      if (known.size === 0 && this.#listeners.get(path) === known) this.#listeners.delete(path)
    }
  }

  version(path: string): number {
    if (path === '') return this.#version
    const [array] = path.split('.', 1) as [string]
    const lineVersion = path.length > array.length ? (this.#lineVersions.get(array) ?? 0) : 0
    return Math.max(this.#versions.get(path) ?? 0, lineVersion, this.#since)
  }

  #allIssues(): { errors: FieldIssue[]; warnings: FieldIssue[] } {
    if (this.#issues?.version !== this.#version) {
      const found = this.#runtime.issues()
      const errors = found.filter((issue) => issue.severity === 'error')
      const warnings = found.filter((issue) => issue.severity === 'warning')
      const before = this.#issues
      this.#issues = {
        version: this.#version,
        errors: before !== undefined && JSON.stringify(before.errors) === JSON.stringify(errors) ? before.errors : errors,
        warnings: before !== undefined && JSON.stringify(before.warnings) === JSON.stringify(warnings) ? before.warnings : warnings,
      }
    }
    return this.#issues
  }

  /** Proposals for fields of the same line or of the header; a header field may propose for every line. */
  *#fillsAfter(cell: Cell): Generator<{ rule: PlannedRule; target: Cell }> {
    const { plan, header, lines } = this.#runtime
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

  /** Proposes for what follows a change, and for what follows those proposals; each field once, and never over the entry itself. */
  #cascade(entered: Cell): void {
    const changed = [entered]
    for (const cell of changed) {
      for (const { rule, target } of this.#fillsAfter(cell)) {
        if (target === entered || !this.#propose(rule, target)) continue
        this.#runtime.settle()
        if (!changed.includes(target)) changed.push(target)
      }
    }
  }

  /** @returns whether the field has another value now. */
  #propose(rule: PlannedRule, target: Cell): boolean {
    if (target.state.locked || !target.shown || !target.open) return false
    const value = this.#runtime.valueOf(rule, target)
    if (value === undefined && this.#runtime.isWaiting(rule, target)) this.#waiting.push({ rule, cell: target })
    return this.#runtime.write(target, value)
  }

  #isLive(cell: Cell): boolean {
    const { array, index } = cell.scope
    return array === undefined || this.#runtime.lines[array]?.[index] === cell.scope
  }

  #restart(doc: Doc, ctx: RuleContext, action: string): void {
    this.#runtime = this.#parts.start(doc, ctx, action)
    this.#lineCopies = new WeakMap()
    this.#waiting = []
    this.#version += 1
    this.#since = this.#version
    for (const listeners of [...this.#listeners.values()]) for (const listener of [...listeners]) listener()
  }

  /** Tells who listens what changed since the last time. */
  #publish(): string[] {
    const { changed, reshaped } = this.#runtime
    if (changed.size === 0 && reshaped.size === 0) return []
    this.#version += 1
    const paths: string[] = []
    for (const cell of changed) {
      const path = this.#runtime.pathOf(cell)
      paths.push(path)
      this.#versions.set(path, this.#version)
      // What shows a whole line shows something else now; what shows the array's own state, its count or its error, does not.
      const [line] = linesAround(path)
      if (line !== undefined) this.#versions.set(line, this.#version)
      this.#lineCopies.delete(cell.scope)
    }
    for (const array of reshaped) this.#lineVersions.set(array, this.#version)
    const heard = new Set<() => void>(this.#listeners.get(''))
    for (const path of paths) for (const one of [path, ...linesAround(path)]) for (const listener of this.#listeners.get(one) ?? []) heard.add(listener)
    if (reshaped.size > 0) {
      for (const [path, listeners] of this.#listeners) {
        if (reshaped.has(path.split('.', 1)[0]!)) for (const listener of listeners) heard.add(listener)
      }
    }
    changed.clear()
    reshaped.clear()
    for (const listener of heard) listener()
    return paths
  }
}

/** The line of a line's field and the array of that line: `lines.0` and `lines` for `lines.0.amount`, nothing for a header field. */
function linesAround(path: string): string[] {
  const [array = '', index, field] = path.split('.')
  return field === undefined ? [] : [`${array}.${index ?? ''}`, array]
}
