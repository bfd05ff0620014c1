import { fill } from '../document/fill.ts'
import { withReadableFigures, withReadableValues } from '../document/readable-values.ts'
import { withoutHidden } from '../document/hidden-fields.ts'
import type { Doc } from '../document/json.ts'
import { titleOf } from '../document/titles.ts'
import type { FieldIssue } from '../errors.ts'
import type { RuleContext } from '../expressions/context.ts'
import { ANYWHERE } from '../expressions/type-expressions.ts'
import type { TypeExpressions } from '../expressions/type-expressions.ts'
import type { ResolvedDocumentType } from '../manifest/resolved.ts'

/** The `checks` of an action that do not hold over the document as it is; one that fails counts as not holding. */
export function failedActionChecks(manifest: ResolvedDocumentType, expressions: TypeExpressions, action: string, doc: Doc, ctx: RuleContext): FieldIssue[] {
  const checks = Object.hasOwn(manifest.actions, action) ? Object.values(manifest.actions[action]?.checks ?? {}) : []
  if (checks.length === 0) return []
  const host = expressions.hostOf(doc, ctx)
  const failed = checks.filter((one) => !expressions.test(one.check, ANYWHERE, `${action} ${one.name}`, host))
  if (failed.length === 0) return []
  const told = withoutHidden(doc, ctx.hidden)
  const { timeZone } = ctx.company
  const readable = withReadableValues(manifest.shape, told, timeZone)
  const values = {
    ...readable, title: titleOf(manifest, ctx.settings).one, doc: readable, input: withReadableValues(manifest.actions[action]?.input, ctx.input ?? {}, timeZone),
    settings: ctx.settings, lookups: withReadableFigures(manifest, ctx.lookups ?? {}, timeZone),
  }
  return failed.map((one) => ({ path: one.on ?? '', rule: one.name, message: fill(one.message, values), severity: 'error' }))
}

/** Names of the rules that name the action in `for`. */
export function rulesForAction(manifest: ResolvedDocumentType, action: string): string[] {
  return Object.values(manifest.rules).filter((rule) => rule.for?.includes(action) === true).map((rule) => rule.name)
}
