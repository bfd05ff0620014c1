import { Textarea } from '@mantine/core'
import { inputProps, type WidgetProps } from './widget.ts'

/** Several lines of text that grow with what is typed; with a maximum length the rest is counted. */
export function TextareaWidget(props: WidgetProps) {
  const { field, value, onChange, options } = props
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
      minRows={typeof options.rows === 'number' ? options.rows : 2}
      maxRows={8}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
    />
  )
}
