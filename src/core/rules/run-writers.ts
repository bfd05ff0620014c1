import { fill } from '../document/fill.ts'
import type { Json } from '../document/json.ts'
import { storedLine } from '../document/stored-line.ts'
import { roundMoney } from '../money.ts'
import type { Cell, DocumentCells } from './document-cells.ts'
import { messageValues } from './message-values.ts'
import type { FieldPlan, PlannedRule } from './rule-plan.ts'
import type { RuleRunner } from './rule-runner.ts'

/** What the rules that may write a field make of it. */
export interface Written {
  value: Json | undefined
  shown: boolean
  open: boolean
  locked: boolean
  /** What the rule that gives the value says of that, or the one that disables the field. */
  hint: string | undefined
}

/** Runs the value, visible and enabled rules of a cell, in the manifest's order. It writes nothing itself. */
export function runWriters(cell: Cell, cells: DocumentCells, runner: RuleRunner): Written {
  runner.point(cell)
  const { plan } = cell
  let value = cell.scope.source[plan.name]
  let { locked } = plan.base
  const said = ({ source }: PlannedRule): string | undefined => (source?.message?.includes('{') === true ? fill(source.message, messageValues(cell, cell.state, cells, runner.context)) : source?.message)
  let hint: string | undefined
  for (const rule of plan.values) {
    const applies = runner.applies(rule, cell)
    if (applies === 'unknown') locked = true
    if (applies !== true) continue
    value = asAmount(plan, runner.compute(rule, cell))
    locked = true
    hint = said(rule)
  }
  const hidden = plan.visible.filter((rule) => denies(rule, cell, runner))
  const disabled = plan.enabled.filter((rule) => denies(rule, cell, runner))
  for (const rule of hidden) value = withheld(cell, rule, rule.source?.whenHidden ?? 'clear', value, cells, runner)
  for (const rule of disabled) hint ??= said(rule)
  for (const rule of disabled) value = withheld(cell, rule, rule.source?.whenDisabled ?? 'keep', value, cells, runner)
  return { value, shown: hidden.length === 0, open: disabled.length === 0, locked, hint }
}

/** A visible or enabled rule says no, or fails. */
function denies(rule: PlannedRule, cell: Cell, runner: RuleRunner): boolean {
  const applies = runner.applies(rule, cell)
  if (applies === false || applies === 'unknown') return false
  return applies !== true || runner.holds(rule, cell) !== true
}

/**
 * The value of a field that a rule hides or disables. What is kept was never for this person to enter where the answer cannot
 * depend on the document, or is no for the document as it is stored as well: it stays as it is stored, and a forged request
 * gains nothing.
 */
function withheld(cell: Cell, rule: PlannedRule, policy: 'keep' | 'clear' | 'strip', value: Json | undefined, cells: DocumentCells, runner: RuleRunner): Json | undefined {
  if (policy === 'clear') return undefined
  const isForeign = policy === 'strip' || (cell.plan.values.length === 0 && (!rule.readsDocument || runner.deniedBefore(rule, cell)))
  if (!isForeign || (cell.scope !== cells.header && value === cells.header.source[cell.plan.name])) return value
  return storedValue(cell, value, cells, runner)
}

/** What the store has in the field; for what is not stored yet, the value that it starts with. */
function storedValue(cell: Cell, value: Json | undefined, cells: DocumentCells, runner: RuleRunner): Json | undefined {
  const { prev } = runner.context
  const { name, array, field } = cell.plan
  const first = field.defaultExpression === undefined ? field.default : value
  if (prev === undefined) return first
  if (array === undefined) return prev[name]
  const stored = storedLine(cells.plan.manifest.shape.fields[array], prev, cell.scope.source)
  return stored === undefined ? first : stored[name]
}

/** What a rule works out for an amount has two decimals; what a person enters is checked instead. */
function asAmount(plan: FieldPlan, value: Json | undefined): Json | undefined {
  return plan.field.money !== undefined && typeof value === 'number' ? roundMoney(value) : value
}
