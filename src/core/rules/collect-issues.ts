import { text, texts } from '../texts.ts'
import { message, ownMessage } from '../document/messages.ts'
import { readableBound } from '../document/readable-values.ts'
import type { FieldIssue } from '../errors.ts'
import type { RuleContext } from '../expressions/context.ts'
import type { Pieces } from '../pieces.ts'
import type { Cell, DocumentCells } from './document-cells.ts'
import { messageValues } from './message-values.ts'
import type { PlannedRule } from './rule-plan.ts'

/** Errors and warnings of the document, header first, in manifest order. Yields after each line. */
export function* collectingIssues(cells: DocumentCells, context: RuleContext): Pieces<FieldIssue[]> {
  const found: FieldIssue[] = []
  for (const cell of cells.header.cells) {
    collect(cell, cells, context, found)
    for (const scope of cells.lines[cell.plan.name] ?? []) {
      for (const line of scope.cells) collect(line, cells, context, found)
      yield
    }
  }
  return found
}

/** Errors and warnings of one cell: what is wrong with its value, otherwise its failed checks. */
export function issuesAt(cell: Cell, cells: DocumentCells, context: RuleContext): FieldIssue[] {
  const found: FieldIssue[] = []
  collect(cell, cells, context, found)
  return found
}

function collect(cell: Cell, cells: DocumentCells, context: RuleContext, found: FieldIssue[]): void {
  if (cell.issue !== undefined) {
    found.push({ ...cell.issue, path: cells.pathOf(cell) })
    return
  }
  for (const rule of cell.failed) found.push(checkIssue(rule, cell, cells, context))
  for (const rule of cell.errored) if (!isExplained(rule, cell, cells)) found.push(checkIssue(rule, cell, cells, context))
}

/** A check that could not be evaluated is skipped if a field that it reads is reported anyway. */
function isExplained(rule: PlannedRule, cell: Cell, cells: DocumentCells): boolean {
  return rule.reads.some(({ key, same }) => {
    const plan = cells.plan.byKey.get(key)
    if (plan === undefined) return false
    if (same) return cell.scope.cells[plan.index]?.issue !== undefined
    if (plan.array === undefined) return cells.header.cells[plan.index]?.issue !== undefined
    return (cells.lines[plan.array] ?? []).some((line) => line.cells[plan.index]?.issue !== undefined)
  })
}

/** Used if neither the rule nor the type has a message. */
const BOUND_TEXTS = texts({
  number: { min: '{label} must be at least {limit}', max: '{label} must be at most {limit}' },
  string: { min: '{label} must be {limit} or later', max: '{label} must be {limit} or earlier' },
} as const)

function boundText(effect: PlannedRule['effect'], limit: string | number | undefined): string | undefined {
  if ((effect !== 'min' && effect !== 'max') || limit === undefined) return undefined
  return BOUND_TEXTS[typeof limit === 'number' ? 'number' : 'string'][effect]
}

/**
 * Used if the manifest has no message: with the reason why the day cannot be chosen, or without it if there is none or it must not be
 * shown.
 */
const UNAVAILABLE_TEXTS = texts({ explained: '{label}: {reason}', unexplained: '{label}: this day cannot be chosen' } as const)

/** Why the entered day cannot be chosen; undefined if that would reveal a value that is redacted for the user. */
function reasonOf(rule: PlannedRule, cell: Cell, { redacted, readsRedacted }: RuleContext): string | undefined {
  const isKept = (redacted !== undefined && rule.reads.some(({ key }) => redacted.has(key))) || readsRedacted?.(rule.expression.source, cell.scope.array) === true
  return isKept ? undefined : cell.reasons.get(rule)
}

function defaultText(rule: PlannedRule, limit: string | number | undefined, reason: string | undefined): string {
  if (rule.effect === 'unavailable') return reason === undefined ? UNAVAILABLE_TEXTS.unexplained : UNAVAILABLE_TEXTS.explained
  return boundText(rule.effect, limit) ?? text('{label} is not allowed as it is.')
}

function checkIssue(rule: PlannedRule, cell: Cell, cells: DocumentCells, context: RuleContext): FieldIssue {
  const { manifest } = cells.plan
  const customMessage = rule.source?.message ?? (Object.hasOwn(manifest.messages, rule.name) ? manifest.messages[rule.name] : undefined)
  const limit = rule.effect === 'min' || rule.effect === 'max' ? cell.state[rule.effect] : undefined
  const reason = rule.effect === 'unavailable' ? reasonOf(rule, cell, context) : undefined
  const values = { ...messageValues(cell, cell.state, cells, context), ...(rule.effect === 'unavailable' && { reason: reason ?? '' }), ...(limit !== undefined && { limit: readableBound(limit, cell.plan.field, context.company.timeZone) }) }
  const isUnexplained = rule.effect === 'unavailable' && reason === undefined
  const text = customMessage === undefined || isUnexplained ? message(manifest, defaultText(rule, limit, reason), values) : ownMessage(customMessage, values)
  return { path: cells.pathOf(cell), rule: rule.name, message: text, severity: rule.source?.severity ?? 'error' }
}
