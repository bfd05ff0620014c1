/**
 * Widgets by the name in a manifest's `x-widget`. A module adds one with a file `modules/<module>/widgets/<Name>.tsx` that exports
 * `widgets`, a map of the same kind; nothing else in the portal reads modules.
 */
import { widgetOf } from '../../core/index.ts'
import type { FunctionRegistry, ResolvedField, WidgetName } from '../../core/index.ts'
import type { References } from '../form/references.ts'
import { CheckboxWidget } from './CheckboxWidget.tsx'
import { DateWidget } from './DateField.tsx'
import { lazyWidget } from './lazy-widget.tsx'
import { MoneyWidget, NumberWidget } from './NumberWidget.tsx'
import { ReadonlyWidget } from './ReadonlyWidget.tsx'
import { ReferenceWidget } from './ReferenceWidget.tsx'
import { SelectWidget } from './OptionSelect.tsx'
import { TextareaWidget } from './TextareaWidget.tsx'
import { TextWidget } from './TextWidget.tsx'
import type { Widget } from './widget.ts'

export const builtInWidgets = {
  text: TextWidget,
  textarea: TextareaWidget,
  number: NumberWidget,
  money: MoneyWidget,
  date: DateWidget,
  'date-time': lazyWidget(() => import('./DateTimeWidget.tsx').then((module) => module.DateTimeWidget)),
  time: lazyWidget(() => import('./TimeWidget.tsx').then((module) => module.TimeWidget)),
  select: SelectWidget,
  segmented: lazyWidget(() => import('./SegmentedWidget.tsx').then((module) => module.SegmentedWidget)),
  choice: lazyWidget(() => import('./ChoiceWidget.tsx').then((module) => module.ChoiceWidget)),
  reference: ReferenceWidget,
  references: lazyWidget(() => import('./ReferencesWidget.tsx').then((module) => module.ReferencesWidget)),
  checkbox: CheckboxWidget,
  switch: lazyWidget(() => import('./SwitchWidget.tsx').then((module) => module.SwitchWidget)),
  tags: lazyWidget(() => import('./TagsWidget.tsx').then((module) => module.TagsWidget)),
  colour: lazyWidget(() => import('./ColourWidget.tsx').then((module) => module.ColourWidget)),
  file: lazyWidget(() => import('./FileWidget.tsx').then((module) => module.FileWidget)),
  position: lazyWidget(() => import('./PositionWidget.tsx').then((module) => module.PositionWidget)),
  readonly: ReadonlyWidget,
} satisfies Record<WidgetName, Widget>

interface WidgetModule { widgets?: Record<string, Widget> }
interface FunctionModule { functions?: FunctionRegistry }

const widgetModules = import.meta.glob<WidgetModule>('../../../modules/*/widgets/*.tsx', { eager: true })
const functionModules = import.meta.glob<FunctionModule>('../../../modules/*/functions/index.ts', { eager: true })

const widgets: Record<string, Widget> = Object.assign({}, ...Object.values(widgetModules).map((found) => found.widgets ?? {}), builtInWidgets) as Record<string, Widget>

/** The modules' pure functions, for the rules in the browser. */
export const functions: FunctionRegistry = Object.assign({}, ...Object.values(functionModules).map((found) => found.functions ?? {})) as FunctionRegistry

/** The names of all widgets that a manifest may use. */
export const widgetNames: readonly string[] = Object.keys(widgets).sort()

/**
 * The widget of a field. @throws Error naming the field and the known widgets; a server refuses a manifest with an unknown name when it
 * loads it
 */
export function widgetFor(field: ResolvedField): Widget {
  const name = widgetOf(field)
  const widget = Object.hasOwn(widgets, name) ? widgets[name] : undefined
  if (!widget) throw new Error(`The field “${field.name}” asks for the widget “${name}”, which does not exist. Known: ${widgetNames.join(', ')}.`)
  return widget
}

/** Loads the code of the fields' widgets, lines included; a form waits for it before it renders. Rejects if it cannot be loaded. */
export async function fetchWidgets(fields: Iterable<ResolvedField>, references: References): Promise<void> {
  await Promise.all(Array.from(fields, async (field) => {
    if (field.line) await fetchWidgets(Object.values(field.line.fields), references)
    else await widgetFor(field).fetch?.(field, references)
  }))
}
