import { EvaluationError } from '@marcbachmann/cel-js'
import { fill } from '../document/fill.ts'
import { message } from '../document/messages.ts'
import { titleOf } from '../document/titles.ts'
import type { Doc, Json, JsonObject } from '../document/json.ts'
import type { FieldIssue } from '../errors.ts'
import { roundMoney } from '../money.ts'
import { checkValue, isAbsent } from './check-shape.ts'
import type { FieldState, RuleContext } from './context.ts'
import type { OnRuleError } from './functions.ts'
import type { CompiledExpression, Language } from './language.ts'
import { RecordView, toPlain } from './record-view.ts'
import type { RuleHost } from './rule-host.ts'
import type { DocumentPlan, FieldPlan, PlannedRule } from './rule-plan.ts'
import type { RuleTrace } from './trace.ts'

/** One field of the header or of one line, with what the rules say of it. */
export interface Cell {
  plan: FieldPlan
  scope: Scope
  state: FieldState
  /** False when a visible or enabled rule says no; apart from what the manifest says once and for all. */
  shown: boolean
  open: boolean
  issue: FieldIssue | undefined
  /** Failed checks; the second kind could not be evaluated, and counts unless a field it reads is already reported. */
  failed: PlannedRule[]
  errored: PlannedRule[]
}

/** The header or one line. */
export interface Scope {
  array: string | undefined
  /** Place among the lines. */
  index: number
  source: JsonObject
  view: RecordView
  cells: Cell[]
}

type Truth = boolean | 'unknown' | 'failed' | 'absent'

const MOST_ROUNDS = 8

/**
 * A document with the rules at work on it. `settle` works out what is marked: first the fields that rules may write, in the
 * order of their dependencies, then states, shape and checks, which write nothing. Marking everything is a full evaluation;
 * marking what a change touches is the incremental one.
 */
export class RuleRuntime {
  readonly plan: DocumentPlan
  readonly host: RuleHost
  readonly header: Scope
  readonly lines: Record<string, Scope[]> = {}
  readonly changed = new Set<Cell>()
  /** Arrays whose lines were added, removed or replaced since the last `takeChanges`. */
  readonly reshaped = new Set<string>()
  action: string
  onTrace: ((trace: RuleTrace) => void) | undefined
  readonly #language: Language
  readonly #onRuleError: OnRuleError
  readonly #pending: (Set<Cell> | undefined)[] = []
  readonly #late = new Set<Cell>()
  readonly #reported = new Set<string>()

  constructor(plan: DocumentPlan, language: Language, host: RuleHost, doc: Doc, options: { action: string; onRuleError: OnRuleError }) {
    this.plan = plan
    this.host = host
    this.action = options.action
    this.#language = language
    this.#onRuleError = options.onRuleError
    const View = language.types.view(plan.manifest.id) ?? RecordView
    this.header = this.#createScope(undefined, 0, copyWithoutEmpty(doc), new View({}, host), plan.header)
    this.header.view.$lines = {}
    for (const array of Object.keys(plan.lines)) this.#adoptLines(array)
    this.#point(this.header)
    host.variables['doc'] = this.header.view
  }

  get context(): RuleContext { return this.host.context }

  /** The document now, as a copy that stays as it is. */
  snapshot(lineCopies: WeakMap<Scope, JsonObject> = new WeakMap()): Doc {
    const doc: Doc = { ...this.header.source }
    for (const [array, scopes] of Object.entries(this.lines)) {
      if (!Array.isArray(doc[array])) continue
      doc[array] = scopes.map((scope) => {
        const known = lineCopies.get(scope)
        if (known !== undefined) return known
        const copy = { ...scope.source }
        lineCopies.set(scope, copy)
        return copy
      })
    }
    return doc
  }

  /** The cell at `description` or `lines.0.amount`. */
  cell(path: string): Cell | undefined {
    const [first, index, name] = path.split('.') as [string, string?, string?]
    if (index === undefined) return this.header.cells.find((cell) => cell.plan.name === first)
    return this.lines[first]?.[Number(index)]?.cells.find((cell) => cell.plan.name === name)
  }

  pathOf(cell: Cell): string {
    return cell.scope.array === undefined ? cell.plan.name : `${cell.scope.array}.${cell.scope.index}.${cell.plan.name}`
  }

  markAll(): void {
    for (const cell of this.allCells()) {
      if (cell.plan.writes) this.#markWrite(cell)
      this.#late.add(cell)
    }
  }

  markLate(): void {
    for (const cell of this.allCells()) this.#late.add(cell)
  }

  *allCells(): Generator<Cell> {
    yield* this.header.cells
    for (const scopes of Object.values(this.lines)) for (const scope of scopes) yield* scope.cells
  }

  /** Writes a value as a person or a rule gave it, and marks what reads it. @returns whether it differs from before. */
  write(cell: Cell, given: Json | undefined): boolean {
    const value = isAbsent(given) ? undefined : given
    const { source } = cell.scope
    const before = source[cell.plan.name]
    if (value === before || (isAbsent(value) && isAbsent(before))) return false
    if (typeof value === 'object' && typeof before === 'object' && JSON.stringify(value) === JSON.stringify(before)) return false
    if (cell.plan.array === undefined && this.plan.lines[cell.plan.name] !== undefined) {
      if (value === undefined) delete source[cell.plan.name]
      else source[cell.plan.name] = value
      this.#adoptLines(cell.plan.name)
      this.#markLines(cell)
      return true
    }
    if (value === undefined) delete source[cell.plan.name]
    else source[cell.plan.name] = value
    this.#touch(cell)
    return true
  }

  /** Adds a line at the end. @returns its index. */
  addLine(array: string, line: JsonObject): number {
    const scopes = this.lines[array]
    const plans = this.plan.lines[array]
    if (scopes === undefined || plans === undefined) return -1
    const scope = this.#lineScope(array, scopes.length, copyWithoutEmpty(line))
    scopes.push(scope)
    this.header.view.$lines![array]!.push(scope.view)
    this.#syncArray(array)
    return scope.index
  }

  removeLine(array: string, index: number): void {
    const scopes = this.lines[array]
    const removed = scopes?.splice(index, 1)[0]
    if (scopes === undefined || removed === undefined) return
    for (const cell of removed.cells) {
      this.#late.delete(cell)
      this.#pending[cell.plan.rank]?.delete(cell)
      this.changed.delete(cell)
    }
    this.header.view.$lines![array]!.splice(index, 1)
    scopes.forEach((scope, place) => { scope.index = place })
    this.#syncArray(array)
  }

  /** Works out everything marked. */
  settle(): void {
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      let worked = false
      for (let rank = 0; rank < this.#pending.length; rank += 1) {
        const cells = this.#pending[rank]
        if (cells === undefined || cells.size === 0) continue
        this.#pending[rank] = undefined
        worked = true
        for (const cell of cells) this.#runWriters(cell)
      }
      if (!worked) break
    }
    for (const cell of this.#late) this.#runLate(cell)
    this.#late.clear()
  }

  /** Errors and warnings, header first, in the manifest's order. */
  issues(): FieldIssue[] {
    const found: FieldIssue[] = []
    for (const cell of this.header.cells) {
      this.#collect(cell, found)
      for (const scope of this.lines[cell.plan.name] ?? []) for (const line of scope.cells) this.#collect(line, found)
    }
    return found
  }

  issuesAt(cell: Cell): FieldIssue[] {
    const found: FieldIssue[] = []
    this.#collect(cell, found)
    return found
  }

  /** Runs one rule's expression at a cell. @returns undefined when empty, not asked here, or failed. */
  valueOf(rule: PlannedRule, cell: Cell): Json | undefined {
    this.#point(cell.scope)
    if (this.#applies(rule, cell) !== true) return undefined
    return this.#compute(rule, cell)
  }

  /** Whether a rule's expression fails because a referred record is not loaded yet. */
  isWaiting(rule: PlannedRule, cell: Cell): boolean {
    this.#point(cell.scope)
    try {
      rule.expression.run(this.host.variables)
      return false
    } catch (error) {
      return error instanceof EvaluationError && error.code === 'no_such_key'
    }
  }

  #createScope(array: string | undefined, index: number, source: JsonObject, view: RecordView, plans: FieldPlan[]): Scope {
    view.$source = source
    const scope: Scope = { array, index, source, view, cells: [] }
    scope.cells = plans.map((plan) => ({ plan, scope, state: plan.base, shown: true, open: true, issue: undefined, failed: [], errored: [] }))
    return scope
  }

  #lineScope(array: string, index: number, source: JsonObject): Scope {
    const View = this.#language.types.view(this.plan.manifest.id, array) ?? RecordView
    return this.#createScope(array, index, source, new View(source, this.host), this.plan.lines[array]!)
  }

  /** Makes scopes for the lines that stand in the source; copies, so that the caller's document stays as it is. */
  #adoptLines(array: string): void {
    const found = this.header.source[array]
    const items = Array.isArray(found) ? found.map((item) => (isObject(item) ? copyWithoutEmpty(item) : {})) : []
    for (const scope of this.lines[array] ?? []) for (const cell of scope.cells) {
      this.#late.delete(cell)
      this.#pending[cell.plan.rank]?.delete(cell)
      this.changed.delete(cell)
    }
    this.lines[array] = items.map((item, index) => this.#lineScope(array, index, item))
    this.header.view.$lines![array] = this.lines[array].map((scope) => scope.view)
    if (Array.isArray(found)) this.header.source[array] = items
  }

  #syncArray(array: string): void {
    const cell = this.header.cells.find((one) => one.plan.name === array)!
    this.header.source[array] = this.lines[array]!.map((scope) => scope.source)
    this.#markLines(cell)
  }

  /** After lines came or went: everything on them, and what reads any of them. */
  #markLines(cell: Cell): void {
    const array = cell.plan.name
    this.reshaped.add(array)
    this.#touch(cell)
    for (const scope of this.lines[array] ?? []) for (const line of scope.cells) {
      if (line.plan.writes) this.#markWrite(line)
      this.#late.add(line)
    }
    for (const line of this.plan.lines[array] ?? []) this.#markReaders(line, undefined)
  }

  #touch(cell: Cell): void {
    this.changed.add(cell)
    this.#late.add(cell)
    if (cell.plan.writes) this.#markWrite(cell)
    this.#markReaders(cell.plan, cell.scope)
  }

  #markReaders(plan: FieldPlan, scope: Scope | undefined): void {
    for (const { plan: reader, part, same } of plan.readers) {
      if (same) {
        if (scope !== undefined) this.#mark(scope.cells[reader.index]!, part)
      } else if (reader.array === undefined) {
        this.#mark(this.header.cells[reader.index]!, part)
      } else {
        for (const line of this.lines[reader.array] ?? []) this.#mark(line.cells[reader.index]!, part)
      }
    }
  }

  #mark(cell: Cell, part: 'write' | 'late'): void {
    if (part === 'write') this.#markWrite(cell)
    else this.#late.add(cell)
  }

  #markWrite(cell: Cell): void {
    (this.#pending[cell.plan.rank] ??= new Set()).add(cell)
  }

  #point(scope: Scope): void {
    const { variables } = this.host
    variables['doc'] = this.header.view
    variables['self'] = scope.view
    variables['line'] = scope.view
  }

  #runWriters(cell: Cell): void {
    this.#point(cell.scope)
    const { plan } = cell
    const { name } = plan
    let value = cell.scope.source[name]
    let locked = plan.base.locked
    for (const rule of plan.values) {
      const applies = this.#applies(rule, cell)
      if (applies === 'unknown') locked = true
      if (applies !== true) continue
      value = asAmount(plan, this.#compute(rule, cell))
      locked = true
    }
    const hidden = plan.visible.filter((rule) => this.#denies(rule, cell))
    const disabled = plan.enabled.filter((rule) => this.#denies(rule, cell))
    cell.shown = hidden.length === 0
    cell.open = disabled.length === 0
    for (const rule of hidden) value = this.#withheld(cell, rule, rule.source?.whenHidden ?? 'clear', value)
    for (const rule of disabled) value = this.#withheld(cell, rule, rule.source?.whenDisabled ?? 'keep', value)
    this.write(cell, value)
    const { state } = cell
    const visible = plan.base.visible && cell.shown
    const enabled = plan.base.enabled && cell.open
    if (state.visible !== visible || state.enabled !== enabled || state.locked !== locked) {
      cell.state = { ...state, visible, enabled, locked }
      this.changed.add(cell)
      this.#late.add(cell)
    }
  }

  /**
   * The value of a field that a rule hides or disables. What is kept although the answer cannot depend on the document was
   * never for this person to enter, so it stays as it is stored: a forged request gains nothing.
   */
  #withheld(cell: Cell, rule: PlannedRule, policy: 'keep' | 'clear' | 'strip', value: Json | undefined): Json | undefined {
    if (policy === 'clear') return undefined
    const isForeign = policy === 'strip' || (!rule.readsDocument && cell.plan.values.length === 0)
    if (!isForeign || (cell.scope !== this.header && value === this.header.source[cell.plan.name])) return value
    return this.#stored(cell, value)
  }

  /** What the store has in the field; for what is not stored yet, the value that it starts with. */
  #stored(cell: Cell, value: Json | undefined): Json | undefined {
    const { prev } = this.context
    const { name, array, field } = cell.plan
    const first = field.defaultExpression === undefined ? field.default : value
    if (prev === undefined) return first
    if (array === undefined) return prev[name]
    const lineKey = this.plan.manifest.shape.fields[array]?.lineKey
    const number = lineKey === undefined ? undefined : cell.scope.source[lineKey]
    const lines = prev[array]
    if (number === undefined || lineKey === undefined || !Array.isArray(lines)) return first
    const stored = lines.find((line) => isObject(line) && line[lineKey] === number)
    return isObject(stored) ? stored[name] : first
  }

  #runLate(cell: Cell): void {
    this.#point(cell.scope)
    const { plan, state } = cell
    const asked = cell.shown && cell.open
    const demand = asked ? plan.required.find((rule) => this.#demands(rule, cell)) : undefined
    const required = asked && (plan.shapeRequired || demand !== undefined)
    const label = this.#label(cell)
    if (state.required !== required || state.label !== label) {
      const { label: _, ...rest } = state
      cell.state = { ...rest, required, ...(label === undefined ? {} : { label }) }
      this.changed.add(cell)
    }
    const issue = this.#shapeIssue(cell, demand)
    const { failed, errored } = this.#runChecks(cell)
    if (!sameIssue(issue, cell.issue) || !sameRules(failed, cell.failed) || !sameRules(errored, cell.errored)) this.changed.add(cell)
    cell.issue = issue
    cell.failed = failed
    cell.errored = errored
  }

  #shapeIssue(cell: Cell, demand: PlannedRule | undefined): FieldIssue | undefined {
    const { plan } = cell
    if (!cell.shown) return undefined
    if (!plan.checked && demand === undefined) return undefined
    const issue = checkValue(this.plan.manifest, plan.field, cell.scope.source[plan.name], cell.state)
    if (issue?.rule !== 'required' || demand === undefined || plan.shapeRequired) return issue
    const said = demand.source?.message
    return { ...issue, rule: demand.name, message: said === undefined ? issue.message : fill(said, this.#values(cell)) }
  }

  #runChecks(cell: Cell): { failed: PlannedRule[]; errored: PlannedRule[] } {
    if (cell.plan.checks.length === 0) return NOTHING_FAILED
    const failed: PlannedRule[] = []
    const errored: PlannedRule[] = []
    for (const rule of cell.plan.checks) {
      const truth = this.#checkTruth(rule, cell)
      if (truth === false) failed.push(rule)
      else if (truth === 'failed' || truth === 'absent') errored.push(rule)
    }
    return failed.length + errored.length === 0 ? NOTHING_FAILED : { failed, errored }
  }

  #checkTruth(rule: PlannedRule, cell: Cell): Truth {
    if (!this.#isAsked(rule)) return true
    const isCleared = !cell.shown && cell.plan.visible.some((one) => one.source?.whenHidden !== 'keep')
    if (isCleared) return true
    const applies = this.#applies(rule, cell)
    if (applies === true) return this.#truth(rule, rule.expression, cell)
    return applies === 'failed' || applies === 'absent' ? applies : true
  }

  #isAsked(rule: PlannedRule): boolean {
    return rule.source?.for === undefined || rule.source.for.includes(this.action)
  }

  #demands(rule: PlannedRule, cell: Cell): boolean {
    if (!this.#isAsked(rule)) return false
    const applies = this.#applies(rule, cell)
    if (applies === false || applies === 'unknown') return false
    return applies !== true || this.#truth(rule, rule.expression, cell) !== false
  }

  /** A visible or enabled rule says no, or fails. */
  #denies(rule: PlannedRule, cell: Cell): boolean {
    const applies = this.#applies(rule, cell)
    if (applies === false || applies === 'unknown') return false
    return applies !== true || this.#truth(rule, rule.expression, cell) !== true
  }

  /** Truth of the rule's `when`; `unknown` when the rule reads figures that are not known here. */
  #applies(rule: PlannedRule, cell: Cell): Truth {
    if (rule.needsLookups && this.context.lookups === undefined) {
      this.#trace(rule, cell, { applied: false })
      return 'unknown'
    }
    if (rule.when === undefined) return true
    const truth = this.#truth(rule, rule.when, cell)
    if (truth !== true) this.#trace(rule, cell, { applied: false })
    return truth
  }

  #truth(rule: PlannedRule, expression: CompiledExpression, cell: Cell): Truth {
    try {
      const result = expression.run(this.host.variables)
      if (expression === rule.expression) this.#trace(rule, cell, { applied: true, result: result === true })
      return result === true
    } catch (error) {
      return this.#fail(rule, expression, cell, error)
    }
  }

  #compute(rule: PlannedRule, cell: Cell): Json | undefined {
    try {
      const result = toPlain(rule.expression.run(this.host.variables))
      this.#trace(rule, cell, { applied: true, result: result ?? null })
      return result
    } catch (error) {
      this.#fail(rule, rule.expression, cell, error)
      return undefined
    }
  }

  #label(cell: Cell): string | undefined {
    for (const rule of cell.plan.labels) {
      const label = this.#applies(rule, cell) === true ? this.#compute(rule, cell) : undefined
      if (typeof label === 'string' && label !== '') return label
    }
    return undefined
  }

  /** Reports a failure, each kind once per document; an empty field is no news where the rule only gives a value. */
  #fail(rule: PlannedRule, expression: CompiledExpression, cell: Cell, error: unknown): 'failed' | 'absent' {
    const { code, summary } = describeError(error)
    const absent = code === 'no_such_key'
    this.#trace(rule, cell, { applied: true, error: summary })
    const isQuiet = absent && (rule.effect === 'value' || rule.effect === 'fill' || rule.effect === 'label')
    const name = `${rule.name}\n${code}\n${expression.source}`
    if (!isQuiet && !this.#reported.has(name)) {
      this.#reported.add(name)
      this.#onRuleError({ type: this.plan.manifest.id, rule: rule.name, expression: expression.source, message: summary, code, absent })
    }
    return absent ? 'absent' : 'failed'
  }

  #trace(rule: PlannedRule, cell: Cell, outcome: Pick<RuleTrace, 'applied' | 'result' | 'error'>): void {
    this.onTrace?.({ rule: rule.name, effect: rule.effect, path: this.pathOf(cell), ...outcome })
  }

  #collect(cell: Cell, found: FieldIssue[]): void {
    if (cell.issue !== undefined) {
      found.push({ ...cell.issue, path: this.pathOf(cell) })
      return
    }
    for (const rule of cell.failed) found.push(this.#checkIssue(rule, cell))
    for (const rule of cell.errored) if (!this.#isExplained(rule, cell)) found.push(this.#checkIssue(rule, cell))
  }

  /** A check that could not be evaluated is passed over when a field it reads is reported anyway. */
  #isExplained(rule: PlannedRule, cell: Cell): boolean {
    return rule.reads.some(({ key, same }) => {
      const plan = this.plan.byKey.get(key)
      if (plan === undefined) return false
      if (same) return cell.scope.cells[plan.index]?.issue !== undefined
      if (plan.array === undefined) return this.header.cells[plan.index]?.issue !== undefined
      return (this.lines[plan.array] ?? []).some((line) => line.cells[plan.index]?.issue !== undefined)
    })
  }

  #checkIssue(rule: PlannedRule, cell: Cell): FieldIssue {
    const { manifest } = this.plan
    const said = rule.source?.message ?? (Object.hasOwn(manifest.messages, rule.name) ? manifest.messages[rule.name] : undefined)
    const values = this.#values(cell)
    const text = said === undefined ? message(manifest, '{label} is not allowed as it is.', values) : fill(said, values)
    return { path: this.pathOf(cell), rule: rule.name, message: text, severity: rule.source?.severity ?? 'error' }
  }

  #values(cell: Cell): Record<string, Json> {
    const { manifest } = this.plan
    return {
      no: this.header.source[manifest.key] ?? '', title: titleOf(manifest, this.context.settings).one, ...this.header.source,
      settings: this.context.settings, lookups: this.context.lookups ?? {},
      ...(cell.scope === this.header ? {} : cell.scope.source), label: cell.state.label ?? cell.plan.label,
    }
  }
}

/** What a rule works out for an amount has two decimals; what a person enters is checked instead. */
function asAmount(plan: FieldPlan, value: Json | undefined): Json | undefined {
  return plan.field.money !== undefined && typeof value === 'number' ? roundMoney(value) : value
}

const NOTHING_FAILED: { failed: PlannedRule[]; errored: PlannedRule[] } = { failed: [], errored: [] }

function sameIssue(left: FieldIssue | undefined, right: FieldIssue | undefined): boolean {
  return left === right || (left?.rule === right?.rule && left?.message === right?.message)
}

function sameRules(left: PlannedRule[], right: PlannedRule[]): boolean {
  return left === right || (left.length === right.length && left.every((rule, place) => rule === right[place]))
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function copyWithoutEmpty(record: JsonObject): JsonObject {
  const copy: JsonObject = {}
  for (const [name, value] of Object.entries(record)) if (value !== undefined && value !== null && value !== '') copy[name] = value
  return copy
}

/** Code and one-line message of whatever an expression threw. */
export function describeError(error: unknown): { code: string; summary: string } {
  if (error instanceof Error && 'code' in error && 'summary' in error) return { code: String(error.code), summary: String(error.summary) }
  return { code: 'function_failed', summary: error instanceof Error ? error.message : String(error) }
}
