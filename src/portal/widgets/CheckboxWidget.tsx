import { Checkbox } from '@mantine/core'
import { inputProps, type WidgetProps } from './widget.ts'

/** A boolean as a checkbox. */
export function CheckboxWidget(props: WidgetProps) {
  return <Checkbox {...inputProps(props)} checked={props.value === true} onChange={(event) => props.onChange(event.currentTarget.checked)} />
}
