import { ownMessage } from '../document/messages.ts'
import { readableBound, withReadableFigures, withReadableHeader, withReadableValues } from '../document/readable-values.ts'
import { withoutRedacted } from '../redaction/redacted-fields.ts'
import type { Doc, JsonObject } from '../document/json.ts'
import { titleOf } from '../document/titles.ts'
import type { FieldIssue } from '../errors.ts'
import type { RuleContext } from '../expressions/context.ts'
import { isDate } from '../expressions/dates.ts'
import { MAX_DAY_STEPS, StepLimit } from '../expressions/steps.ts'
import { ANYWHERE, OF_A_DAY } from '../expressions/type-expressions.ts'
import type { TypeExpressions } from '../expressions/type-expressions.ts'
import type { RuleHost } from '../expressions/rule-host.ts'
import type { ResolvedActionCheck, ResolvedDocumentType } from '../manifest/resolve/resolved.ts'
import type { Pieces } from '../pieces.ts'
import { t } from '../texts.ts'
import { boundIn, breaks, tighter, type InputBounds } from './bound.ts'
import { reasonIn } from './unavailable-days.ts'

/**
 * Issues of the `checks` of an action that do not hold over the document as it is; one that cannot be evaluated counts as not holding.
 * Yields after each check.
 */
export function* findingFailedChecks(manifest: ResolvedDocumentType, expressions: TypeExpressions, action: string, doc: Doc, ctx: RuleContext): Pieces<FieldIssue[]> {
  const checks = Object.hasOwn(manifest.actions, action) ? Object.values(manifest.actions[action]?.checks ?? {}) : []
  if (checks.length === 0) return []
  const host = expressions.hostOf(doc, ctx)
  const failed: Failure[] = []
  for (const check of checks) {
    const failure = failureOf(check, expressions, `${action} ${check.name}`, host, ctx.input ?? {})
    if (failure !== undefined) failed.push(failure)
    yield
  }
  if (failed.length === 0) return []
  const seen = withoutRedacted(manifest, doc, ctx.redacted)
  const { timeZone } = ctx.company
  const readable = withReadableHeader(manifest, seen, timeZone)
  const values = {
    ...readable, title: t(titleOf(manifest, ctx.settings).one), doc: readable, input: withReadableValues(manifest.actions[action]?.input, ctx.input ?? {}, timeZone),
    settings: ctx.settings, lookups: withReadableFigures(manifest, ctx.lookups ?? {}, timeZone),
  }
  const limitOf = ({ one, limit }: Failure): object => {
    const field = manifest.actions[action]?.input?.fields[one.on ?? '']
    return limit === undefined || field === undefined ? {} : { limit: readableBound(limit, field, timeZone) }
  }
  return failed.map((failure) => {
    const { one, reason } = failure
    return { path: one.on ?? '', rule: one.name, message: ownMessage(one.message, { ...values, ...limitOf(failure), ...(reason !== undefined && { reason }) }), severity: 'error' }
  })
}

interface Failure {
  one: ResolvedActionCheck
  /** Why the entered day cannot be chosen, for a check that gives a reason. */
  reason?: string
  /** The least or most that can be entered, for a check that gives one. */
  limit?: string | number
}

/** How a check fails; undefined if it holds. */
function failureOf(one: ResolvedActionCheck, expressions: TypeExpressions, name: string, host: RuleHost, input: JsonObject): Failure | undefined {
  const { effect, expression, on = '' } = one
  if (effect === 'check') return expressions.test(expression, ANYWHERE, name, host) ? undefined : { one }
  const entered = input[on]
  try {
    if (effect !== 'unavailable') {
      const bound = boundIn(expressions.outcome(expression, ANYWHERE, name, host))
      return bound === undefined || !breaks(effect, entered, bound) ? undefined : { one, limit: bound }
    }
    if (typeof entered !== 'string' || !isDate(entered)) return undefined
    host.variables['day'] = entered
    const reason = reasonIn(expressions.outcome(expression, OF_A_DAY, name, host))
    return reason === undefined ? undefined : { one, reason }
  } catch {
    return effect === 'unavailable' ? { one, reason: '' } : { one }
  }
}

/**
 * The minimum and maximum of each bounded field of an action's input: the tightest of its bounds. A bound that cannot be evaluated here is
 * left out; the server knows it. Yields after each bound.
 */
export function* findingInputBounds(manifest: ResolvedDocumentType, expressions: TypeExpressions, action: string, doc: Doc, ctx: RuleContext): Pieces<InputBounds> {
  const bounds: InputBounds = {}
  const checks = Object.hasOwn(manifest.actions, action) ? Object.values(manifest.actions[action]?.checks ?? {}) : []
  const host = expressions.hostOf(doc, ctx)
  for (const { effect, expression, on, name } of checks) {
    if ((effect !== 'min' && effect !== 'max') || on === undefined) continue
    const bound = boundIn(expressions.value(expression, ANYWHERE, `${action} ${name}`, host))
    if (bound !== undefined) bounds[on] = { ...bounds[on], [effect]: tighter(effect, bounds[on]?.[effect], bound) }
    yield
  }
  return bounds
}

/**
 * Returns a function that gives the reason why a day cannot be chosen in a date field of an action's input, or undefined for a day that
 * can. Returns undefined if no check excludes days. A check that cannot be evaluated here excludes none; the server knows it.
 */
export function unavailableInInput(manifest: ResolvedDocumentType, expressions: TypeExpressions, { action, field }: { action: string; field: string }, doc: Doc, ctx: RuleContext): ((day: string) => string | undefined) | undefined {
  const checks = Object.hasOwn(manifest.actions, action) ? Object.values(manifest.actions[action]?.checks ?? {}) : []
  const asked = checks.filter(({ effect, on }) => effect === 'unavailable' && on === field)
  if (asked.length === 0) return undefined
  return (day) => {
    const host = expressions.hostOf(doc, { ...ctx, limit: new StepLimit(MAX_DAY_STEPS, ctx.limit) })
    host.variables['day'] = day
    for (const { expression, name } of asked) {
      const reason = reasonIn(expressions.value(expression, OF_A_DAY, `${action} ${name}`, host))
      if (reason !== undefined) return reason
    }
    return undefined
  }
}

/** Names of the rules that list the action in `for`. */
export function rulesForAction(manifest: ResolvedDocumentType, action: string): string[] {
  return Object.values(manifest.rules).filter((rule) => rule.for?.includes(action) === true).map((rule) => rule.name)
}
