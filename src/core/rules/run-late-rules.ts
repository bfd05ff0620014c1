import { ownMessage } from '../document/messages.ts'
import { mayStay } from '../document/value-failure.ts'
import type { FieldIssue } from '../errors.ts'
import type { Pieces } from '../pieces.ts'
import { boundIn, breaks, tighter, type Bound } from './bound.ts'
import { checkValue } from './check-shape.ts'
import type { Cell, DocumentCells } from './document-cells.ts'
import type { FieldState } from './evaluation.ts'
import { messageValues } from './message-values.ts'
import type { PlannedRule } from './rule-plan.ts'
import { FAILED } from './rule-runner.ts'
import type { RuleRunner, Truth } from './rule-runner.ts'
import { AVAILABLE, evaluatingDay } from './unavailable-days.ts'
import { recordBefore } from './run-writers.ts'

/** Results of the rules that write nothing, for one field. */
export interface LateRuleResult {
  state: FieldState
  /** What is wrong with the value by the shape of the document, `required` rules included. */
  issue: FieldIssue | undefined
  failed: PlannedRule[]
  errored: PlannedRule[]
  /** Why the entered day cannot be chosen, by the rule that gives the reason. */
  reasons: ReadonlyMap<PlannedRule, string>
}

type Checks = Pick<LateRuleResult, 'failed' | 'errored'>

const NOTHING_FAILED: Checks = { failed: [], errored: [] }

/**
 * Runs the required and label rules of a cell, its bounds, its shape and its checks, in pieces. `state` is the cell's own object if nothing
 * about it changed.
 */
export function* runningLateRules(cell: Cell, cells: DocumentCells, runner: RuleRunner): Pieces<LateRuleResult> {
  runner.point(cell)
  const { plan } = cell
  const asked = cell.shown && cell.open
  const mayDemand = asked && plan.required.length > 0
  const demand = mayDemand ? yield* findingDemand(cell, runner, (rule) => runner.appliesToAction(rule)) : undefined
  const required = asked && (plan.shapeRequired || demand !== undefined)
  const later = mayDemand && !required ? yield* findingDemand(cell, runner, (rule) => runner.appliesToLaterAction(rule)) : undefined
  const needed = later && runner.laterAction(later)
  const [least, greatest] = [
    plan.mins.length === 0 ? UNBOUNDED : yield* bounding('min', plan.mins, cell, runner), plan.maxs.length === 0 ? UNBOUNDED : yield* bounding('max', plan.maxs, cell, runner),
  ]
  const label = plan.labels.length === 0 ? undefined : yield* findingLabel(cell, runner)
  const state = judged(cell.state, { required, needed, label, min: least.value, max: greatest.value })
  const issue = shapeIssue(cell, state, demand, cells, runner)
  const { failed, errored } = plan.checks.length === 0 ? NOTHING_FAILED : yield* runningChecks(cell, runner)
  const day = plan.unavailables.length === 0 || isCleared(cell) ? AVAILABLE : yield* evaluatingDay(cell, runner)
  return {
    state, issue, failed: joined(failed, least.broken, greatest.broken, day.reasons.size === 0 ? [] : [...day.reasons.keys()]), errored: joined(errored, least.errored, greatest.errored, day.errored), reasons: day.reasons,
  }
}

interface Bounds { value: Bound | undefined; broken: PlannedRule[]; errored: PlannedRule[] }

const UNBOUNDED: Bounds = { value: undefined, broken: [], errored: [] }

/** The lists merged in manifest order; the first list itself if the others are empty. */
function joined(first: PlannedRule[], ...others: PlannedRule[][]): PlannedRule[] {
  return others.every((one) => one.length === 0) ? first : [...first, ...others.flat()].sort((a, b) => a.order - b.order)
}

/** Whether the field is cleared because it is hidden: it is then not checked. */
function isCleared({ shown, plan }: Cell): boolean {
  return !shown && plan.visible.some((one) => one.source?.whenHidden !== 'keep')
}

/**
 * The tightest of the bounds that hold now or before an action that the state offers, and those that the value breaks now. A bound that is
 * empty, or known only to the server, is left out. One that fails refuses, like any rule.
 */
function* bounding(effect: 'min' | 'max', rules: PlannedRule[], cell: Cell, runner: RuleRunner): Pieces<Bounds> {
  if (isCleared(cell)) return UNBOUNDED
  const entered = cell.scope.source[cell.plan.name]
  let value: Bound | undefined
  const broken: PlannedRule[] = []
  const errored: PlannedRule[] = []
  for (const rule of rules) {
    const isAsked = runner.appliesToAction(rule)
    if (!isAsked && !runner.appliesToLaterAction(rule)) continue
    const applies = yield* runner.applying(rule, cell)
    const bound = applies === true ? yield* runner.attempting(rule, cell) : undefined
    if (isAsked && entered !== undefined && (bound === FAILED || applies === 'failed' || applies === 'absent')) errored.push(rule)
    const limit = bound === FAILED ? undefined : boundIn(bound)
    if (limit === undefined) continue
    value = tighter(effect, value, limit)
    if (isAsked && breaks(effect, entered, limit)) broken.push(rule)
  }
  return { value, broken, errored }
}

interface Judgement { required: boolean; needed: string | undefined; label: string | undefined; min: string | number | undefined; max: string | number | undefined }

function judged(state: FieldState, { required, needed, label, min, max }: Judgement): FieldState {
  if (state.required === required && state.needed === needed && state.label === label && state.min === min && state.max === max) return state
  const { label: _label, needed: _needed, min: _min, max: _max, ...rest } = state
  return { ...rest, required, ...(needed === undefined ? {} : { needed }), ...(label === undefined ? {} : { label }), ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }
}

/** The first of the selected rules that requires the field. */
function* findingDemand(cell: Cell, runner: RuleRunner, isMeant: (rule: PlannedRule) => boolean): Pieces<PlannedRule | undefined> {
  for (const rule of cell.plan.required) if (isMeant(rule) && (yield* demanding(rule, cell, runner))) return rule
  return undefined
}

function* demanding(rule: PlannedRule, cell: Cell, runner: RuleRunner): Pieces<boolean> {
  const applies = yield* runner.applying(rule, cell)
  if (applies === false || applies === 'unknown') return false
  return applies !== true || (yield* runner.evaluatingCondition(rule, cell)) !== false
}

function* findingLabel(cell: Cell, runner: RuleRunner): Pieces<string | undefined> {
  const { redacted, readsRedacted } = runner.context
  for (const rule of cell.plan.labels) {
    // The caption would reveal the value.
    if (redacted !== undefined && rule.reads.some(({ key }) => redacted.has(key))) continue
    if (rule.source !== undefined && readsRedacted?.(rule.source.expression, cell.scope.array) === true) continue
    const label = (yield* runner.applying(rule, cell)) === true ? yield* runner.computing(rule, cell) : undefined
    if (typeof label === 'string' && label !== '') return label
  }
  return undefined
}

function shapeIssue(cell: Cell, state: FieldState, demand: PlannedRule | undefined, cells: DocumentCells, runner: RuleRunner): FieldIssue | undefined {
  const { plan } = cell
  if (!cell.shown) return undefined
  if (!plan.checked && demand === undefined) return undefined
  const value = cell.scope.source[plan.name]
  const issue = checkValue(cells.plan.manifest, plan.field, value, state)
  if (issue !== undefined && value !== undefined && mayStay(issue.rule, value, recordBefore(cell, cells, runner)?.[plan.name])) return undefined
  if (issue?.rule !== 'required' || demand === undefined || plan.shapeRequired) return issue
  const customMessage = demand.source?.message
  return { ...issue, rule: demand.name, message: customMessage === undefined ? issue.message : ownMessage(customMessage, messageValues(cell, state, cells, runner.context)) }
}

function* runningChecks(cell: Cell, runner: RuleRunner): Pieces<Checks> {
  const failed: PlannedRule[] = []
  const errored: PlannedRule[] = []
  for (const rule of cell.plan.checks) {
    const truth = yield* checking(rule, cell, runner)
    if (truth === false) failed.push(rule)
    else if (truth === 'failed' || truth === 'absent') errored.push(rule)
  }
  return failed.length + errored.length === 0 ? NOTHING_FAILED : { failed, errored }
}

function* checking(rule: PlannedRule, cell: Cell, runner: RuleRunner): Pieces<Truth> {
  if (!runner.appliesToAction(rule)) return true
  if (isCleared(cell)) return true
  const applies = yield* runner.applying(rule, cell)
  if (applies === true) return yield* runner.evaluatingCondition(rule, cell)
  return applies === 'failed' || applies === 'absent' ? applies : true
}
