import { Checkbox } from '@mantine/core'
import { inputProps, type WidgetProps } from './widget.ts'

/** Yes or no, as a box to tick. */
export function CheckboxWidget(props: WidgetProps) {
  return <Checkbox {...inputProps(props)} checked={props.value === true} onChange={(event) => props.onChange(event.currentTarget.checked)} />
}
