import { fill } from '../document/fill.ts'
import type { FieldIssue } from '../errors.ts'
import { boundIn, breaks, tighter, type Bound } from './bound.ts'
import { checkValue } from './check-shape.ts'
import type { Cell, DocumentCells } from './document-cells.ts'
import type { FieldState } from './evaluation.ts'
import { messageValues } from './message-values.ts'
import type { PlannedRule } from './rule-plan.ts'
import { FAILED } from './rule-runner.ts'
import type { RuleRunner, Truth } from './rule-runner.ts'

/** What the rules that write nothing say of a field. */
export interface Judged {
  state: FieldState
  /** What is wrong with the value by the shape of the document, `required` rules included. */
  issue: FieldIssue | undefined
  failed: PlannedRule[]
  errored: PlannedRule[]
}

type Checks = Pick<Judged, 'failed' | 'errored'>

const NOTHING_FAILED: Checks = { failed: [], errored: [] }

/** Runs the required and label rules of a cell, its shape and its checks. `state` is the cell's own object where nothing about it changed. */
export function runLateRules(cell: Cell, cells: DocumentCells, runner: RuleRunner): Judged {
  runner.point(cell)
  const { plan } = cell
  const asked = cell.shown && cell.open
  const demand = asked ? plan.required.find((rule) => runner.isAsked(rule) && demands(rule, cell, runner)) : undefined
  const required = asked && (plan.shapeRequired || demand !== undefined)
  const needed = asked && !required && plan.required.some((rule) => runner.isAhead(rule) && demands(rule, cell, runner))
  const [least, greatest] = [boundOf('min', plan.mins, cell, runner), boundOf('max', plan.maxs, cell, runner)]
  const state = judged(cell.state, { required, needed, label: labelOf(cell, runner), min: least.value, max: greatest.value })
  const issue = shapeIssue(cell, state, demand, cells, runner)
  const { failed, errored } = runChecks(cell, runner)
  return { state, issue, failed: joined(failed, least.broken, greatest.broken), errored: joined(errored, least.errored, greatest.errored) }
}

interface Bounds { value: Bound | undefined; broken: PlannedRule[]; errored: PlannedRule[] }

const UNBOUNDED: Bounds = { value: undefined, broken: [], errored: [] }

/** The lists as one, in the order of the manifest; the first itself where the others are empty. */
function joined(first: PlannedRule[], ...others: PlannedRule[][]): PlannedRule[] {
  return others.every((one) => one.length === 0) ? first : [...first, ...others.flat()].sort((a, b) => a.order - b.order)
}

/** What is cleared as it is hidden is not asked about. */
function isCleared({ shown, plan }: Cell): boolean {
  return !shown && plan.visible.some((one) => one.source?.whenHidden !== 'keep')
}

/** The tightest of the bounds that hold now or before an action that the state offers, and those that the value breaks now. A bound that is empty, or known to the server alone, is none; one that fails refuses, like any rule. */
function boundOf(effect: 'min' | 'max', rules: PlannedRule[], cell: Cell, runner: RuleRunner): Bounds {
  if (rules.length === 0 || isCleared(cell)) return UNBOUNDED
  const entered = cell.scope.source[cell.plan.name]
  let value: Bound | undefined
  const broken: PlannedRule[] = []
  const errored: PlannedRule[] = []
  for (const rule of rules) {
    const isAsked = runner.isAsked(rule)
    if (!isAsked && !runner.isAhead(rule)) continue
    const applies = runner.applies(rule, cell)
    const bound = applies === true ? runner.attempt(rule, cell) : undefined
    if (isAsked && entered !== undefined && (bound === FAILED || applies === 'failed' || applies === 'absent')) errored.push(rule)
    const limit = bound === FAILED ? undefined : boundIn(bound)
    if (limit === undefined) continue
    value = tighter(effect, value, limit)
    if (isAsked && breaks(effect, entered, limit)) broken.push(rule)
  }
  return { value, broken, errored }
}

interface Judgement { required: boolean; needed: boolean; label: string | undefined; min: string | number | undefined; max: string | number | undefined }

function judged(state: FieldState, { required, needed, label, min, max }: Judgement): FieldState {
  if (state.required === required && (state.needed ?? false) === needed && state.label === label && state.min === min && state.max === max) return state
  const { label: _label, needed: _needed, min: _min, max: _max, ...rest } = state
  return { ...rest, required, ...(needed ? { needed } : {}), ...(label === undefined ? {} : { label }), ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }
}

function demands(rule: PlannedRule, cell: Cell, runner: RuleRunner): boolean {
  const applies = runner.applies(rule, cell)
  if (applies === false || applies === 'unknown') return false
  return applies !== true || runner.holds(rule, cell) !== false
}

function labelOf(cell: Cell, runner: RuleRunner): string | undefined {
  const { redacted, readsRedacted } = runner.context
  for (const rule of cell.plan.labels) {
    // The caption would tell the value.
    if (redacted !== undefined && rule.reads.some(({ key }) => redacted.has(key))) continue
    if (rule.source !== undefined && readsRedacted?.(rule.source.expression, cell.scope.array) === true) continue
    const label = runner.applies(rule, cell) === true ? runner.compute(rule, cell) : undefined
    if (typeof label === 'string' && label !== '') return label
  }
  return undefined
}

function shapeIssue(cell: Cell, state: FieldState, demand: PlannedRule | undefined, cells: DocumentCells, runner: RuleRunner): FieldIssue | undefined {
  const { plan } = cell
  if (!cell.shown) return undefined
  if (!plan.checked && demand === undefined) return undefined
  const issue = checkValue(cells.plan.manifest, plan.field, cell.scope.source[plan.name], state)
  if (issue?.rule !== 'required' || demand === undefined || plan.shapeRequired) return issue
  const said = demand.source?.message
  return { ...issue, rule: demand.name, message: said === undefined ? issue.message : fill(said, messageValues(cell, state, cells, runner.context)) }
}

function runChecks(cell: Cell, runner: RuleRunner): Checks {
  if (cell.plan.checks.length === 0) return NOTHING_FAILED
  const failed: PlannedRule[] = []
  const errored: PlannedRule[] = []
  for (const rule of cell.plan.checks) {
    const truth = checkTruth(rule, cell, runner)
    if (truth === false) failed.push(rule)
    else if (truth === 'failed' || truth === 'absent') errored.push(rule)
  }
  return failed.length + errored.length === 0 ? NOTHING_FAILED : { failed, errored }
}

function checkTruth(rule: PlannedRule, cell: Cell, runner: RuleRunner): Truth {
  if (!runner.isAsked(rule)) return true
  if (isCleared(cell)) return true
  const applies = runner.applies(rule, cell)
  if (applies === true) return runner.holds(rule, cell)
  return applies === 'failed' || applies === 'absent' ? applies : true
}
