import { memo, useCallback } from 'react'
import type { Json, JsonObject } from '../../core/index.ts'
import { widgetFor } from '../widgets/registry.ts'
import { ReadonlyWidget } from '../widgets/ReadonlyWidget.tsx'
import type { WidgetProps } from '../widgets/widget.ts'
import { useFormEnvironment } from './environment.ts'
import { useFieldSource, usePath } from './use-field.ts'

interface BoundFieldProps {
  path: string
  /** A cell of the line table: no visible label. */
  bare?: boolean
  /** Names the line, for the label of a bare field. */
  labelSuffix?: string
  autoFocus?: boolean
  /** The value as a form holds it, what is wrong with it, and where a changed one goes; otherwise all of it is the source's. */
  held?: { value: Json | undefined; error: string | undefined; onChange: (value: Json | undefined) => void }
}

/** A field of the form around: shown, enabled, required, locked and in error as its source says. Renders alone when its path changes. */
export const BoundField = memo(function BoundField(props: BoundFieldProps) {
  const widget = useWidgetProps(props)
  const source = useFieldSource()
  const { fixed, isClosed } = useFormEnvironment()
  const { visible, locked } = source.field(props.path)
  if (!visible) return null
  if (locked || widget.field.readOnly || widget.field.compute !== undefined || fixed?.(props.path) !== undefined || isClosed?.(props.path) === true) return <ReadonlyWidget {...widget} />
  const Widget = widgetFor(widget.field)
  return <Widget {...widget} />
})

/** What the widget of a path is handed now. */
export function useWidgetProps({ path, bare, labelSuffix, autoFocus, held }: BoundFieldProps): WidgetProps {
  const source = useFieldSource()
  const environment = useFormEnvironment()
  const field = environment.fieldOf(path)
  usePath(source, path)
  const currencyField = field.money === undefined || field.money === '' ? path : field.money
  usePath(source, currencyField)
  const toSource = useCallback<WidgetProps['onChange']>((value) => source.set(path, value), [source, path])
  const onComplaint = useCallback<WidgetProps['onComplaint']>((message) => source.complain(path, message), [source, path])
  const onBlur = useCallback(() => source.touch(path), [source, path])
  const state = source.field(path)
  const error = held ? held.error : source.error(path)
  const remark = error === undefined ? source.warning(path) : undefined
  const label = state.label ?? field.title
  const hint = state.hint ?? environment.fixed?.(path)
  const description = joined([field.description, hint, remark])
  const unavailable = field.format === 'date' ? source.unavailable(path) : undefined
  const own = field.money ? source.value(field.money) : undefined
  const options: JsonObject = {
    today: environment.today, currency: typeof own === 'string' && own !== '' ? own : environment.currency,
    ...(typeof state.min === 'string' && { minDate: state.min }), ...(typeof state.max === 'string' && { maxDate: state.max }), ...field.widgetOptions,
  }
  return {
    id: fieldId(environment.idPrefix, path),
    path,
    label: labelSuffix ? `${label}, ${labelSuffix}` : label,
    value: held ? held.value : source.value(path),
    onChange: held?.onChange ?? toSource,
    onComplaint,
    onBlur,
    required: state.required || state.needed === true,
    clearable: !state.required && state.enabled,
    disabled: !state.enabled,
    options,
    field,
    ...(bare ? { bare } : {}),
    ...(autoFocus ? { autoFocus } : {}),
    ...(description ? { description } : {}),
    ...(hint ? { hint } : {}),
    ...(remark ? { remark } : {}),
    ...(field.placeholder ? { placeholder: field.placeholder } : {}),
    ...(error ? { error } : {}),
    ...(unavailable ? { unavailable } : {}),
  }
}

/** DOM id of a field's control. */
export function fieldId(prefix: string, path: string): string {
  return `${prefix}-${path.replaceAll('.', '-')}`
}

/** Hints one after the other: sentences as a text, fragments apart. */
function joined(hints: readonly (string | undefined)[]): string {
  return hints.filter((hint) => hint !== undefined && hint !== '').reduce<string>((text, hint) => (text === '' ? String(hint) : `${text}${/[.!?]$/.test(text) ? ' ' : ' · '}${String(hint)}`), '')
}
