import { TextInput } from '@mantine/core'
import { inputProps, type WidgetProps } from './widget.ts'

const INPUT_TYPES: Record<string, string> = { email: 'email', uri: 'url' }

/** A single line of text. The input stops at the maximum length, because the counter of longer texts has no room here. */
export function TextWidget(props: WidgetProps) {
  const { field, value, onChange } = props
  return (
    <TextInput
      {...inputProps(props)}
      type={INPUT_TYPES[field.format ?? ''] ?? 'text'}
      {...(field.maxLength ? { maxLength: field.maxLength } : {})}
      autoComplete="off"
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
    />
  )
}
