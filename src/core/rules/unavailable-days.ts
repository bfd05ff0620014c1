import type { Json } from '../document/json.ts'
import { isDate } from '../expressions/dates.ts'
import type { Pieces } from '../pieces.ts'
import { NO_REASONS, type Cell } from './document-cells.ts'
import type { PlannedRule } from './rule-plan.ts'
import { FAILED, type RuleRunner } from './rule-runner.ts'

/** What the rules find about the entered day. */
export interface DayAvailability {
  /** Why it cannot be chosen, by the rule that gives the reason. */
  reasons: ReadonlyMap<PlannedRule, string>
  errored: PlannedRule[]
}

/** For a day that no rule excludes. */
export const AVAILABLE: DayAvailability = { reasons: NO_REASONS, errored: [] }

/** The reason against a day that an expression gives; undefined if it is empty. */
export function reasonIn(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/**
 * What excludes the entered day for the current action. A rule that fails refuses, like any other. An invalid day is reported elsewhere.
 */
export function* evaluatingDay(cell: Cell, runner: RuleRunner): Pieces<DayAvailability> {
  const day = cell.scope.source[cell.plan.name]
  if (typeof day !== 'string' || !isDate(day)) return AVAILABLE
  const reasons = new Map<PlannedRule, string>()
  const errored: PlannedRule[] = []
  for (const rule of cell.plan.unavailables) {
    if (!runner.appliesToAction(rule)) continue
    const applies = yield* runner.applying(rule, cell)
    const given = applies === true ? yield* runner.attemptingDay(rule, cell, day) : undefined
    if (given === FAILED || applies === 'failed' || applies === 'absent') errored.push(rule)
    const reason = given === FAILED ? undefined : reasonIn(given)
    if (reason !== undefined) reasons.set(rule, reason)
  }
  return reasons.size === 0 && errored.length === 0 ? AVAILABLE : { reasons, errored }
}

/**
 * Why a day cannot be chosen, now or before an action that the state offers. A warning excludes no day, nor does a rule that cannot be
 * evaluated here.
 */
export function* findingReason(cell: Cell, day: string, runner: RuleRunner): Pieces<string | undefined> {
  for (const rule of cell.plan.unavailables) {
    if (rule.source?.severity === 'warning' || !(runner.appliesToAction(rule) || runner.appliesToLaterAction(rule))) continue
    const given = (yield* runner.applying(rule, cell)) === true ? yield* runner.attemptingDay(rule, cell, day) : undefined
    const reason = given === FAILED ? undefined : reasonIn(given)
    if (reason !== undefined) return reason
  }
  return undefined
}
