import { Switch } from '@mantine/core'
import { inputProps, type WidgetProps } from './widget.ts'

/** Yes or no, as a switch: for what takes effect by itself. */
export function SwitchWidget(props: WidgetProps) {
  return <Switch {...inputProps(props)} checked={props.value === true} onChange={(event) => props.onChange(event.currentTarget.checked)} />
}
