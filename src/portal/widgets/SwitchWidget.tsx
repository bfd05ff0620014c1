import { Switch } from '@mantine/core'
import { inputProps, type WidgetProps } from './widget.ts'

/** A boolean as a switch: for what takes effect at once. */
export function SwitchWidget(props: WidgetProps) {
  return <Switch {...inputProps(props)} checked={props.value === true} onChange={(event) => props.onChange(event.currentTarget.checked)} />
}
