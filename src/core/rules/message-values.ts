import { withoutRedacted } from '../redaction/redacted-fields.ts'
import type { Doc, Json } from '../document/json.ts'
import { withReadableFigures, withReadableHeader, withReadableValues } from '../document/readable-values.ts'
import { titleOf } from '../document/titles.ts'
import type { RuleContext } from '../expressions/context.ts'
import { figuresAt } from '../expressions/rule-host.ts'
import { t } from '../texts.ts'
import type { Cell, DocumentCells } from './document-cells.ts'
import type { FieldState } from './evaluation.ts'

/**
 * The values that the message of a rule at a cell may use: number and title of the document, its fields overridden by the line's, settings,
 * lookups, and as `label` the display name of the field in that state. Nothing that is redacted for the user.
 */
export function messageValues(cell: Cell, state: FieldState, { plan: { manifest }, header }: DocumentCells, context: RuleContext): Record<string, Json> {
  const { timeZone } = context.company
  const { array, index } = cell.scope
  const seen = (source: Doc, of?: string): Doc => withoutRedacted(manifest, source, context.redacted, of)
  return {
    no: header.source[manifest.key] ?? '', title: t(titleOf(manifest, context.settings).one), ...withReadableHeader(manifest, seen(header.source), timeZone),
    settings: context.settings, lookups: withReadableFigures(manifest, figuresAt(context, array, index), timeZone),
    ...(cell.scope === header ? {} : withReadableValues(manifest.shape.fields[array ?? '']?.line, seen(cell.scope.source, array), timeZone)), label: state.label ?? cell.plan.label,
  }
}
