import type { Doc, Json, JsonObject } from '../document/json.ts'
import { storedForm } from '../document/stored-form.ts'
import type { FieldIssue } from '../errors.ts'
import type { RuleContext } from '../expressions/context.ts'
import type { Language } from '../expressions/language.ts'
import type { RuleHost } from '../expressions/rule-host.ts'
import { MAX_DAY_STEPS, MAX_DOCUMENT_STEPS, StepLimit } from '../expressions/steps.ts'
import { runToCompletion } from '../pieces.ts'
import type { Pieces } from '../pieces.ts'
import { isAbsent } from '../absence.ts'
import { collectingIssues, issuesAt } from './collect-issues.ts'
import { DocumentCells } from './document-cells.ts'
import type { Cell } from './document-cells.ts'
import { Marks } from './marks.ts'
import type { DocumentPlan, PlannedRule } from './rule-plan.ts'
import { RuleRunner } from './rule-runner.ts'
import type { RunnerOptions } from './rule-runner.ts'
import { runningLateRules } from './run-late-rules.ts'
import { runningWriters } from './run-writers.ts'
import { findingReason } from './unavailable-days.ts'

/** A cycle of writers would never end. */
const MAX_ROUNDS = 8

/**
 * A document with its rules at work. What changes its cells marks them, and `evaluateMarked` evaluates what is marked: first the fields that rules
 * may write, in the order of their dependencies, then states, shape and checks, which write nothing. Marking everything is a full
 * evaluation; marking what a change affects is the incremental one.
 */
export class RuleRuntime {
  readonly host: RuleHost
  readonly cells: DocumentCells
  readonly marks: Marks
  readonly #runner: RuleRunner

  constructor(plan: DocumentPlan, language: Language, host: RuleHost, doc: Doc, options: RunnerOptions) {
    this.host = host
    this.cells = new DocumentCells(plan, language.types, host, doc)
    this.marks = new Marks(this.cells)
    this.#runner = new RuleRunner(this.cells, host, options)
  }

  get context(): RuleContext { return this.host.context }

  get action(): string { return this.#runner.action }
  set action(action: string) { this.#runner.action = action }

  /** Writes a value from a person or a rule, and marks what reads it. @returns whether the value changed. */
  write(cell: Cell, given: Json | undefined): boolean {
    const formed = isAbsent(given) ? undefined : storedForm(cell.plan.field, given)
    // Nothing may be left of a text.
    const value = isAbsent(formed) ? undefined : formed
    if (isSameValue(value, cell.scope.source[cell.plan.name])) return false
    this.cells.put(cell, value)
    this.#emptyLive(cell)
    if (this.cells.holdsLines(cell)) this.marks.markLines(cell, this.cells.replaceLines(cell.plan.name))
    else this.marks.markValue(cell)
    return true
  }

  /** Adds a line at the end. @returns its index; -1 if there is no such array of lines. */
  addLine(array: string, line: JsonObject): number {
    const added = this.cells.addLine(array, line)
    if (added === undefined) return -1
    this.marks.markLines(added.holder)
    return added.index
  }

  removeLine(array: string, index: number): void {
    const removed = this.cells.removeLine(array, index)
    if (removed !== undefined) this.marks.markLines(removed.holder, removed.gone)
  }

  /** Evaluates everything marked. */
  evaluateMarked(): void { runToCompletion(this.evaluatingMarked()) }

  /** Generator version of `evaluateMarked`. */
  *evaluatingMarked(): Pieces<void> {
    const limit = this.#newLimit()
    yield* this.evaluatingMarkedValues(limit)
    yield* limit.spending(this.marks.runLate((cell) => this.#runningLateRules(cell)))
  }

  /** Evaluates the marked values, in pieces, and leaves states, shape and checks as they were. */
  *evaluatingMarkedValues(limit = this.#newLimit()): Pieces<void> {
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      if (!(yield* limit.spending(this.marks.runWrites((cell) => this.#runningWriters(cell))))) break
    }
  }

  #newLimit(): StepLimit { return new StepLimit(MAX_DOCUMENT_STEPS, this.context.limit) }

  /** Errors and warnings, header first, in manifest order. */
  issues(): FieldIssue[] { return runToCompletion(this.collectingIssues()) }

  /** Generator version of `issues`. */
  collectingIssues(): Pieces<FieldIssue[]> { return collectingIssues(this.cells, this.context) }

  issuesAt(cell: Cell): FieldIssue[] { return issuesAt(cell, this.cells, this.context) }

  /** Runs one rule's expression at a cell. @returns undefined if it is empty, does not apply here, or failed. */
  valueOf(rule: PlannedRule, cell: Cell): Json | undefined {
    this.#runner.point(cell)
    return runToCompletion(this.#runner.applying(rule, cell)) === true ? runToCompletion(this.#runner.computing(rule, cell)) : undefined
  }

  /**
   * Why a day cannot be chosen in the field at a cell; undefined if it can be, or if that cannot be determined here. The step limit for one
   * day leaves room for a month of them.
   */
  reasonAgainst(cell: Cell, day: string): string | undefined {
    this.#runner.point(cell)
    return runToCompletion(new StepLimit(MAX_DAY_STEPS, this.context.limit).spending(findingReason(cell, day, this.#runner)))
  }

  /** Whether a rule's expression fails because a referenced record is not loaded yet. */
  isWaiting(rule: PlannedRule, cell: Cell): boolean { return this.#runner.isWaiting(rule, cell) }

  /** A live field that the server computed from the previous value is no longer valid here. */
  #emptyLive({ plan, scope }: Cell): void {
    if (this.context.lookups !== undefined) return
    for (const target of scope.cells) if (target.plan.field.live?.includes(plan.name) === true) this.write(target, undefined)
  }

  *#runningWriters(cell: Cell): Pieces<void> {
    const { value, shown, open, locked, hint } = yield* runningWriters(cell, this.cells, this.#runner)
    cell.shown = shown
    cell.open = open
    this.write(cell, value)
    const { state, plan: { base } } = cell
    const visible = base.visible && shown
    const enabled = base.enabled && open
    if (state.visible === visible && state.enabled === enabled && state.locked === locked && state.hint === hint) return
    const { hint: _, ...rest } = state
    cell.state = { ...rest, visible, enabled, locked, ...(hint === undefined ? {} : { hint }) }
    this.marks.markState(cell)
  }

  *#runningLateRules(cell: Cell): Pieces<void> {
    const { state, issue, failed, errored, reasons } = yield* runningLateRules(cell, this.cells, this.#runner)
    const isSame = state === cell.state && isSameIssue(issue, cell.issue) && isSameRules(failed, cell.failed) && isSameRules(errored, cell.errored) && isSameReasons(reasons, cell.reasons)
    if (!isSame) this.marks.changed.add(cell)
    cell.state = state
    cell.issue = issue
    cell.failed = failed
    cell.errored = errored
    cell.reasons = reasons
  }
}

function isSameValue(value: Json | undefined, before: Json | undefined): boolean {
  if (value === before || (isAbsent(value) && isAbsent(before))) return true
  return typeof value === 'object' && typeof before === 'object' && JSON.stringify(value) === JSON.stringify(before)
}

function isSameIssue(left: FieldIssue | undefined, right: FieldIssue | undefined): boolean {
  return left === right || (left?.rule === right?.rule && left?.message === right?.message)
}

function isSameReasons(left: Cell['reasons'], right: Cell['reasons']): boolean {
  return left === right || (left.size === right.size && [...left].every(([rule, reason]) => right.get(rule) === reason))
}

function isSameRules(left: PlannedRule[], right: PlannedRule[]): boolean {
  return left === right || (left.length === right.length && left.every((rule, place) => rule === right[place]))
}
