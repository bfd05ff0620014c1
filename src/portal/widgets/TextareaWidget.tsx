import { Textarea } from '@mantine/core'
import { inputProps, type WidgetProps } from './widget.ts'

/** Several lines of text that grow with the input; shows a counter near the maximum length. */
export function TextareaWidget(props: WidgetProps) {
  const { field, value, onChange } = props
  const text = typeof value === 'string' ? value : ''
  const shared = inputProps(props)
  const counter = field.maxLength && text.length > field.maxLength * 0.6 ? `${text.length} / ${field.maxLength}` : undefined
  const description = [shared.description, counter].filter(Boolean).join(' · ')
  return (
    <Textarea
      {...shared}
      {...(description ? { description } : {})}
      {...(field.maxLength ? { maxLength: field.maxLength } : {})}
      autosize
      minRows={rowsOf(props)}
      maxRows={8}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
    />
  )
}

/** A cell starts at the height of its row. */
function rowsOf({ bare, options }: WidgetProps): number {
  if (bare) return 1
  return typeof options.rows === 'number' ? options.rows : 2
}
