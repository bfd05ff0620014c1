import { fill } from '../document/fill.ts'
import type { Json, JsonObject } from '../document/json.ts'
import { storedLine } from '../document/stored-record.ts'
import { roundMoney } from '../money.ts'
import type { Pieces } from '../pieces.ts'
import type { Cell, DocumentCells } from './document-cells.ts'
import { messageValues } from './message-values.ts'
import type { FieldPlan, PlannedRule } from './rule-plan.ts'
import type { RuleRunner } from './rule-runner.ts'

/** Results of the rules that may write a field. */
export interface WriterResult {
  value: Json | undefined
  shown: boolean
  open: boolean
  locked: boolean
  /** The message of the rule that sets the value, or of the one that disables the field. */
  hint: string | undefined
}

/** Runs the value, visible and enabled rules of a cell, in manifest order, in pieces. It writes nothing itself. */
export function* runningWriters(cell: Cell, cells: DocumentCells, runner: RuleRunner): Pieces<WriterResult> {
  runner.point(cell)
  const { plan } = cell
  let value = cell.scope.source[plan.name]
  let { locked } = plan.base
  const messageOf = ({ source }: PlannedRule): string | undefined => (source?.message?.includes('{') === true ? fill(source.message, messageValues(cell, cell.state, cells, runner.context)) : source?.message)
  let hint: string | undefined
  for (const rule of plan.values) {
    const applies = yield* runner.applying(rule, cell)
    if (applies === 'unknown') locked = true
    if (applies !== true) continue
    value = asAmount(plan, yield* runner.computing(rule, cell))
    locked = true
    hint = messageOf(rule)
  }
  const hidden = plan.visible.length === 0 ? NO_RULES : yield* findingDenials(plan.visible, cell, runner)
  const disabled = plan.enabled.length === 0 ? NO_RULES : yield* findingDenials(plan.enabled, cell, runner)
  for (const rule of hidden) value = yield* withholding(cell, rule, rule.source?.whenHidden ?? 'clear', value, cells, runner)
  for (const rule of disabled) hint ??= messageOf(rule)
  for (const rule of disabled) value = yield* withholding(cell, rule, rule.source?.whenDisabled ?? 'keep', value, cells, runner)
  return { value, shown: hidden.length === 0, open: disabled.length === 0, locked, hint }
}

const NO_RULES: readonly PlannedRule[] = []

/** The visible or enabled rules that deny, or fail. */
function* findingDenials(rules: readonly PlannedRule[], cell: Cell, runner: RuleRunner): Pieces<readonly PlannedRule[]> {
  const found: PlannedRule[] = []
  for (const rule of rules) if (yield* denying(rule, cell, runner)) found.push(rule)
  return found
}

function* denying(rule: PlannedRule, cell: Cell, runner: RuleRunner): Pieces<boolean> {
  const applies = yield* runner.applying(rule, cell)
  if (applies === false || applies === 'unknown') return false
  return applies !== true || (yield* runner.evaluatingCondition(rule, cell)) !== true
}

/**
 * The value of a field that a rule hides or disables. If the value is kept, and the rule's result cannot depend on the document or also
 * denies over the stored document, this person was never allowed to enter it: the stored value stays, and a forged request gains nothing.
 */
function* withholding(cell: Cell, rule: PlannedRule, policy: 'keep' | 'clear' | 'strip', value: Json | undefined, cells: DocumentCells, runner: RuleRunner): Pieces<Json | undefined> {
  if (policy === 'clear') return undefined
  const isForeign = policy === 'strip' || (cell.plan.values.length === 0 && (!rule.readsDocument || (yield* runner.findingDeniedBefore(rule, cell))))
  if (!isForeign || (cell.scope !== cells.header && value === cells.header.source[cell.plan.name])) return value
  return storedValue(cell, value, cells, runner)
}

/** The stored value of the field; for what is not stored yet, the value that it starts with. */
function storedValue(cell: Cell, value: Json | undefined, cells: DocumentCells, runner: RuleRunner): Json | undefined {
  const { name, field } = cell.plan
  const before = recordBefore(cell, cells, runner)
  if (before !== undefined) return before[name]
  return field.defaultExpression === undefined ? field.default : value
}

/** The stored document or line that holds the cell; undefined if it is not stored yet. */
export function recordBefore({ plan: { array }, scope }: Cell, cells: DocumentCells, { context: { prev } }: RuleRunner): JsonObject | undefined {
  return array === undefined ? prev : storedLine(cells.plan.manifest.shape.fields[array], prev, scope.source)
}

/** An amount that a rule computes is rounded to two decimals; one that a person enters is checked instead. */
function asAmount(plan: FieldPlan, value: Json | undefined): Json | undefined {
  return plan.field.money !== undefined && typeof value === 'number' ? roundMoney(value) : value
}
