import { ColorInput } from '@mantine/core'
import { inputProps, type WidgetProps } from './widget.ts'

/** A colour as #rrggbb, typed or picked. */
export function ColourWidget(props: WidgetProps) {
  return <ColorInput {...inputProps(props)} format="hex" withEyeDropper={false} value={typeof props.value === 'string' ? props.value : ''} onChange={(value) => props.onChange(value === '' ? undefined : value)} />
}
