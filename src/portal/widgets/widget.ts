import type { ComponentType } from 'react'
import type { Json, JsonObject, ResolvedField } from '../../core/index.ts'
import type { References } from '../form/references.ts'

/** What every widget is handed. A widget shows one value and reports what the person made of it; it decides no rule. */
export interface WidgetProps {
  /** DOM id of the control; the label, description and error hang on it. */
  id: string
  /** `description` or `lines.0.amount`. */
  path: string
  /** Caption; used as `aria-label` when `bare`. */
  label: string
  description?: string
  /** The part of the description that says why the value is as it is: said in a cell too, where there is no room for the rest. */
  hint?: string
  /** What a rule warns of, which stops nothing: said in a cell too. */
  remark?: string
  placeholder?: string
  value: Json | undefined
  /** `undefined` empties the field. */
  onChange: (value: Json | undefined) => void
  /** What the person typed is no value yet (a message), or is one again (undefined). A complaint stops saving. */
  onComplaint: (message: string | undefined) => void
  onBlur: () => void
  error?: string
  /** Carries the star: needed now or before the document can go on. */
  required: boolean
  /** May be emptied: nothing needs it now. */
  clearable: boolean
  disabled: boolean
  /** Without visible label, description and frame: a cell of the line table. */
  bare?: boolean
  autoFocus?: boolean
  /** Why a day cannot be chosen, nothing of one that can be; of a date field of which rules say that. */
  unavailable?: (day: string) => string | undefined
  options: JsonObject
  field: ResolvedField
}

export type Widget = ComponentType<WidgetProps> & {
  /** Fetches the code that it is drawn with for the field, where that is in a chunk of its own. */
  fetch?: (field: ResolvedField, references: References) => Promise<void>
}

/** The props that every Mantine input takes alike, so that all widgets label, describe and announce in one way. */
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
  /** Help stands under the control, so that neighbours stay on one line. */
  inputWrapperOrder?: ('label' | 'input' | 'description' | 'error')[]
}

/** Mantine props shared by all widgets. */
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
    ...(props.placeholder ? { placeholder: props.placeholder } : {}),
    ...(props.error ? { error: props.error } : {}),
    ...(props.description && !props.bare && isInput ? { inputWrapperOrder: ['label', 'input', 'description', 'error'] } : {}),
    ...(props.autoFocus ? { autoFocus: true, 'data-autofocus': true } : {}),
  }
}
