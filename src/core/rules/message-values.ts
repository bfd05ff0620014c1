import { withoutRedacted } from '../redaction/redacted-fields.ts'
import type { Doc, Json } from '../document/json.ts'
import { withReadableFigures, withReadableValues } from '../document/readable-values.ts'
import { titleOf } from '../document/titles.ts'
import type { RuleContext } from '../expressions/context.ts'
import { figuresAt } from '../expressions/rule-host.ts'
import type { ResolvedShape } from '../manifest/resolve/resolved.ts'
import type { Cell, DocumentCells } from './document-cells.ts'
import type { FieldState } from './evaluation.ts'

/**
 * The values that the message of a rule at a cell may use: number and title of the document, its fields overridden by the line's, settings,
 * lookups, and as `label` the display name of the field in that state. Nothing that is redacted for the user.
 */
export function messageValues(cell: Cell, state: FieldState, { plan: { manifest }, header }: DocumentCells, context: RuleContext): Record<string, Json> {
  const { timeZone } = context.company
  const readable = (shape: ResolvedShape | undefined, source: Doc, array?: string): Record<string, Json> => withReadableValues(shape, withoutRedacted(source, context.redacted, array), timeZone)
  return {
    no: header.source[manifest.key] ?? '', title: titleOf(manifest, context.settings).one, ...readable(manifest.shape, header.source),
    settings: context.settings, lookups: withReadableFigures(manifest, figuresAt(context, cell.scope.array, cell.scope.index), timeZone),
    ...(cell.scope === header ? {} : readable(manifest.shape.fields[cell.scope.array ?? '']?.line, cell.scope.source, cell.scope.array)), label: state.label ?? cell.plan.label,
  }
}
