import { memo, useCallback, useState } from 'react'
import { fieldIn, hasStoredForm, storedForm } from '../../core/index.ts'
import type { Json, JsonObject, ResolvedField } from '../../core/index.ts'
import { widgetFor } from '../widgets/registry.ts'
import { ReadonlyWidget } from '../widgets/ReadonlyWidget.tsx'
import type { WidgetProps } from '../widgets/widget.ts'
import { useFormEnvironment } from './environment.ts'
import { shownWhileTyped } from './typed-value.ts'
import { useFieldSource, usePath } from './use-field.ts'

interface BoundFieldProps {
  path: string
  /** A cell of the line table: renders no visible label. */
  bare?: boolean
  /** Identifies the line in the label of a bare field. */
  labelSuffix?: string
  autoFocus?: boolean
  /** The value as the form (rjsf) holds it, its error and its change handler; without it, all three come from the source. */
  held?: { value: Json | undefined; error: string | undefined; onChange: (value: Json | undefined) => void }
}

/**
 * A field bound to the surrounding form: its source decides whether it is visible, enabled, required, locked or in error. Re-renders only
 * when its path changes.
 */
export const BoundField = memo(function BoundField(props: BoundFieldProps) {
  const widget = useWidgetProps(props)
  const source = useFieldSource()
  const isReadOnly = useIsReadOnly(props.path)
  if (!source.field(props.path).visible) return null
  if (isReadOnly) return <ReadonlyWidget {...widget} />
  const Widget = widgetFor(widget.field)
  return <Widget {...widget} />
})

/** Whether the form shows the value at the path without letting anyone enter it; it may still change by rules. */
export function useIsReadOnly(path: string): boolean {
  const { fieldOf, whyFixed, isClosed } = useFormEnvironment()
  return useFieldSource().field(path).locked || fieldOf(path).readOnly || whyFixed?.(path) !== undefined || isClosed?.(path) === true
}

/** The field at the path as it is now, with the records that it refers to. Re-renders when what the path shows changes. */
export function useFieldAt(path: string): ResolvedField {
  const field = useFormEnvironment().fieldOf(path)
  const source = useFieldSource()
  usePath(source, path)
  const by = field.refBy === undefined ? path : path.slice(0, path.length - field.name.length) + field.refBy.field
  usePath(source, by)
  return field.refBy === undefined ? field : fieldIn(field, { [field.refBy.field]: source.value(by) ?? null })
}

/** The current props of the widget at a path. */
export function useWidgetProps({ path, bare, labelSuffix, autoFocus, held }: BoundFieldProps): WidgetProps {
  const source = useFieldSource()
  const environment = useFormEnvironment()
  const field = useFieldAt(path)
  const currencyField = field.money === undefined || field.money === '' ? path : field.money
  usePath(source, currencyField)
  const toSource = useCallback<WidgetProps['onChange']>((value) => source.set(path, value), [source, path])
  const onComplaint = useCallback<WidgetProps['onComplaint']>((message) => source.complain(path, message), [source, path])
  const { leave, ...entered } = useStoredForm(field, held ? held.value : source.value(path), held?.onChange ?? toSource)
  const onBlur = useCallback(() => {
    leave()
    source.touch(path)
  }, [leave, source, path])
  const state = source.field(path)
  const error = held ? held.error : source.error(path)
  const remark = error === undefined ? source.warning(path) : undefined
  const label = state.label ?? field.title
  const hint = state.hint ?? environment.whyFixed?.(path)
  // A field that a rule fills needs nobody to.
  const whenNeeded = state.needed === undefined || bare || hint !== undefined ? undefined : environment.whenNeeded?.(state.needed)
  const description = joined([field.description, hint, whenNeeded, remark])
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
    ...entered,
    onComplaint,
    onBlur,
    required: state.required || state.needed !== undefined,
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

/**
 * The form gets a value in its stored form with each key, but the widget shows it as it was typed until the field is left: replacing it
 * while it is typed would move the cursor and disturb input methods.
 */
function useStoredForm(field: ResolvedField, value: Json | undefined, onChange: WidgetProps['onChange']): Pick<WidgetProps, 'value' | 'onChange'> & { leave: () => void } {
  const [typed, setTyped] = useState<Json>()
  const leave = useCallback(() => setTyped(undefined), [])
  const enter = useCallback<WidgetProps['onChange']>((next) => {
    setTyped(next)
    onChange(next === undefined ? next : storedForm(field, next))
  }, [field, onChange])
  if (!hasStoredForm(field)) return { value, onChange, leave }
  return { value: shownWhileTyped(field, typed, value), onChange: enter, leave }
}

/** The DOM id of a field's control. */
export function fieldId(prefix: string, path: string): string {
  return `${prefix}-${path.replaceAll('.', '-')}`
}

/** Joins hints: after a sentence with a space, otherwise with a dot. */
function joined(hints: readonly (string | undefined)[]): string {
  return hints.filter((hint) => hint !== undefined && hint !== '').reduce<string>((text, hint) => (text === '' ? String(hint) : `${text}${/[.!?]$/.test(text) ? ' ' : ' · '}${String(hint)}`), '')
}
