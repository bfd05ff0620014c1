import { TextInput } from '@mantine/core'
import { inputProps, type WidgetProps } from './widget.ts'

/** A time of day in the browser's own control; the value is `HH:mm`. */
export function TimeWidget(props: WidgetProps) {
  return (
    <TextInput
      {...inputProps(props)}
      type="time"
      value={typeof props.value === 'string' ? props.value.slice(0, 5) : ''}
      onChange={(event) => props.onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
    />
  )
}
