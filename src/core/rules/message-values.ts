import { withoutHidden } from '../document/hidden-fields.ts'
import type { Json } from '../document/json.ts'
import { withReadableValues } from '../document/readable-values.ts'
import { titleOf } from '../document/titles.ts'
import type { RuleContext } from '../expressions/context.ts'
import { figuresAt } from '../expressions/rule-host.ts'
import type { Cell, DocumentCells } from './document-cells.ts'
import type { FieldState } from './evaluation.ts'

/**
 * What the message of a rule at a cell may name: number and title of the document, its fields and over them the line's,
 * settings, lookups, and as `label` what people call the field in that state. Nothing that is hidden from who acts.
 */
export function messageValues(cell: Cell, state: FieldState, { plan: { manifest }, header }: DocumentCells, context: RuleContext): Record<string, Json> {
  return {
    no: header.source[manifest.key] ?? '', title: titleOf(manifest, context.settings).one, ...withReadableValues(manifest.shape, withoutHidden(header.source, context.hidden)),
    settings: context.settings, lookups: figuresAt(context, cell.scope.array, cell.scope.index),
    ...(cell.scope === header ? {} : withReadableValues(manifest.shape.fields[cell.scope.array ?? '']?.line, withoutHidden(cell.scope.source, context.hidden, cell.scope.array))), label: state.label ?? cell.plan.label,
  }
}
