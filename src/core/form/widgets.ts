import type { WidgetName } from './names.ts'
import type { ResolvedField } from '../manifest/resolve/resolved.ts'

/** One way to show a field. The first tester that matches wins, so specific ones come before general ones. */
export interface WidgetTester { widget: WidgetName; fits: (field: Shaped) => boolean }
type Shaped = Pick<ResolvedField, 'type' | 'widget' | 'format' | 'maxLength' | 'enum' | 'ref' | 'refBy' | 'choices' | 'file' | 'money'>

const LONG_TEXT = 120

/** The testers, in order of precedence. A new kind of field adds a line here. */
export const WIDGET_TESTERS: readonly WidgetTester[] = [
  { widget: 'file', fits: (field) => field.file !== undefined },
  { widget: 'references', fits: (field) => field.ref !== undefined && field.type === 'array' },
  { widget: 'reference', fits: (field) => field.ref !== undefined || field.refBy !== undefined },
  { widget: 'choice', fits: (field) => field.choices !== undefined },
  { widget: 'select', fits: (field) => field.enum !== undefined },
  { widget: 'money', fits: (field) => field.money !== undefined },
  { widget: 'number', fits: (field) => field.type === 'number' || field.type === 'integer' },
  { widget: 'checkbox', fits: (field) => field.type === 'boolean' },
  { widget: 'tags', fits: (field) => field.type === 'array' },
  { widget: 'date', fits: (field) => field.format === 'date' },
  { widget: 'date-time', fits: (field) => field.format === 'date-time' },
  { widget: 'time', fits: (field) => field.format === 'time' },
  { widget: 'textarea', fits: (field) => field.format === undefined && (field.maxLength ?? 0) > LONG_TEXT },
  { widget: 'text', fits: () => true },
]

/** Whether the field is a text that people enter in one line: then no value of it has another, whoever sends it. */
export function isSingleLine(field: Shaped & Pick<ResolvedField, 'readOnly'>): boolean {
  return field.type === 'string' && !field.readOnly && widgetOf(field) === 'text'
}

/** The widget of a field: the one its manifest names, otherwise the first that fits. */
export function widgetOf(field: Shaped): string {
  return field.widget ?? WIDGET_TESTERS.find(({ fits }) => fits(field))?.widget ?? 'text'
}
