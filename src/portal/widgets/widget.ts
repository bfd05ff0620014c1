import type { ComponentType } from 'react'
import type { Json, JsonObject, ResolvedField } from '../../core/index.ts'
import type { References } from '../form/references.ts'

/** The props of every widget. A widget shows one value and reports the user's changes; it evaluates no rules. */
export interface WidgetProps {
  /** DOM id of the control, to which the label, description and error refer. */
  id: string
  /** `description` or `lines.0.amount`. */
  path: string
  /** Caption; used as `aria-label` when `bare`. */
  label: string
  description?: string
  /** The part of the description that explains the value; also shown in a cell, where there is no room for the rest. */
  hint?: string
  /** A rule's warning, which does not prevent saving; also shown in a cell. */
  remark?: string
  placeholder?: string
  value: Json | undefined
  /** `undefined` empties the field. */
  onChange: (value: Json | undefined) => void
  /** Reports that the typed text is not a valid value (a message), or is valid again (undefined). A message prevents saving. */
  onComplaint: (message: string | undefined) => void
  onBlur: () => void
  error?: string
  /** Shows the asterisk: required now, or before the document can proceed. */
  required: boolean
  /** Whether it can be emptied: nothing requires it now. */
  clearable: boolean
  disabled: boolean
  /** Without visible label, description and frame: a cell of the line table. */
  bare?: boolean
  autoFocus?: boolean
  /** Why a day cannot be selected; undefined for one that can. Only for date fields with rules that close days. */
  unavailable?: (day: string) => string | undefined
  options: JsonObject
  field: ResolvedField
}

export type Widget = ComponentType<WidgetProps> & {
  /** Loads the code that the widget needs for the field, if that is in its own chunk. */
  fetch?: (field: ResolvedField, references: References) => Promise<void>
}

/** The props that all Mantine inputs share, so that all widgets are labelled and described in the same way. */
export interface InputProps {
  id: string
  name: string
  label?: string
  description?: string
  placeholder?: string
  error?: string
  required: boolean
  disabled: boolean
  onBlur: () => void
  'aria-label'?: string
  'data-path': string
  'data-autofocus'?: boolean
  autoFocus?: boolean
  /** Marks a description that warns. */
  descriptionProps?: { className: string }
  /** The description goes below the control, so that neighbouring inputs are aligned. */
  inputWrapperOrder?: ('label' | 'input' | 'description' | 'error')[]
}

/** The Mantine props shared by all widgets. */
export function inputProps(props: Omit<WidgetProps, 'value' | 'onChange' | 'clearable'>): InputProps {
  // A checkbox has no such wrapper.
  const isInput = props.field.type !== 'boolean'
  return {
    id: props.id,
    name: props.path,
    required: props.required,
    disabled: props.disabled,
    onBlur: props.onBlur,
    'data-path': props.path,
    ...(props.bare ? { 'aria-label': props.label } : { label: props.label }),
    ...(props.description && !props.bare ? { description: props.description } : {}),
    ...(props.remark && !props.bare && isInput ? { descriptionProps: { className: 'dirisha-remark' } } : {}),
    ...(props.placeholder ? { placeholder: props.placeholder } : {}),
    ...(props.error ? { error: props.error } : {}),
    ...(props.description && !props.bare && isInput ? { inputWrapperOrder: ['label', 'input', 'description', 'error'] } : {}),
    ...(props.autoFocus ? { autoFocus: true, 'data-autofocus': true } : {}),
  }
}
