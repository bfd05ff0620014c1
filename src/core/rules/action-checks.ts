import { fill } from '../document/fill.ts'
import { withReadableFigures, withReadableValues } from '../document/readable-values.ts'
import { withoutRedacted } from '../redaction/redacted-fields.ts'
import type { Doc, JsonObject } from '../document/json.ts'
import { titleOf } from '../document/titles.ts'
import type { FieldIssue } from '../errors.ts'
import type { RuleContext } from '../expressions/context.ts'
import { ANYWHERE } from '../expressions/type-expressions.ts'
import type { TypeExpressions } from '../expressions/type-expressions.ts'
import type { RuleHost } from '../expressions/rule-host.ts'
import type { ResolvedActionCheck, ResolvedDocumentType } from '../manifest/resolved.ts'
import type { Pieces } from '../pieces.ts'
import { boundIn, breaks, tighter, type InputBounds } from './bound.ts'

/** The `checks` of an action that do not hold over the document as it is, a check a piece; one that fails counts as not holding. */
export function* findingFailedChecks(manifest: ResolvedDocumentType, expressions: TypeExpressions, action: string, doc: Doc, ctx: RuleContext): Pieces<FieldIssue[]> {
  const checks = Object.hasOwn(manifest.actions, action) ? Object.values(manifest.actions[action]?.checks ?? {}) : []
  if (checks.length === 0) return []
  const host = expressions.hostOf(doc, ctx)
  const failed: ResolvedActionCheck[] = []
  for (const one of checks) {
    if (!holds(one, expressions, `${action} ${one.name}`, host, ctx.input ?? {})) failed.push(one)
    yield
  }
  if (failed.length === 0) return []
  const told = withoutRedacted(doc, ctx.redacted)
  const { timeZone } = ctx.company
  const readable = withReadableValues(manifest.shape, told, timeZone)
  const values = {
    ...readable, title: titleOf(manifest, ctx.settings).one, doc: readable, input: withReadableValues(manifest.actions[action]?.input, ctx.input ?? {}, timeZone),
    settings: ctx.settings, lookups: withReadableFigures(manifest, ctx.lookups ?? {}, timeZone),
  }
  return failed.map((one) => ({ path: one.on ?? '', rule: one.name, message: fill(one.message, values), severity: 'error' }))
}

function holds({ effect, expression, on = '' }: ResolvedActionCheck, expressions: TypeExpressions, name: string, host: RuleHost, input: JsonObject): boolean {
  if (effect === 'check') return expressions.test(expression, ANYWHERE, name, host)
  try {
    const bound = boundIn(expressions.outcome(expression, ANYWHERE, name, host))
    return bound === undefined || !breaks(effect, input[on], bound)
  } catch {
    return false
  }
}

/** The least and the greatest value of each field of an action's input that is bounded: the tightest of its bounds, a check a piece. One that cannot be worked out here is none; the server knows it. */
export function* findingInputBounds(manifest: ResolvedDocumentType, expressions: TypeExpressions, action: string, doc: Doc, ctx: RuleContext): Pieces<InputBounds> {
  const bounds: InputBounds = {}
  const checks = Object.hasOwn(manifest.actions, action) ? Object.values(manifest.actions[action]?.checks ?? {}) : []
  const host = expressions.hostOf(doc, ctx)
  for (const { effect, expression, on, name } of checks) {
    if (effect === 'check' || on === undefined) continue
    const bound = boundIn(expressions.value(expression, ANYWHERE, `${action} ${name}`, host))
    if (bound !== undefined) bounds[on] = { ...bounds[on], [effect]: tighter(effect, bounds[on]?.[effect], bound) }
    yield
  }
  return bounds
}

/** Names of the rules that name the action in `for`. */
export function rulesForAction(manifest: ResolvedDocumentType, action: string): string[] {
  return Object.values(manifest.rules).filter((rule) => rule.for?.includes(action) === true).map((rule) => rule.name)
}
