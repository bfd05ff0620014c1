import { TextInput } from '@mantine/core'
import { useFieldText } from '../form/use-field-text.ts'
import { inputProps, type WidgetProps } from './widget.ts'

/** A value that a rule gives or the server owns: read, selected and copied, but not typed. */
export function ReadonlyWidget(props: WidgetProps) {
  const text = useFieldText(props.field, props.value)
  const isNumber = props.field.type === 'number' || props.field.type === 'integer'
  // Required and disabled say what a person must or cannot do here; neither is so.
  const { required: _required, disabled: _disabled, placeholder: _placeholder, ...shared } = inputProps(props)
  return (
    <TextInput
      {...shared}
      readOnly
      variant={props.bare ? 'unstyled' : 'filled'}
      value={text}
      data-locked=""
      styles={{ input: { textAlign: isNumber && props.bare ? 'right' : 'left', fontVariantNumeric: 'tabular-nums', textOverflow: 'ellipsis', paddingInline: props.bare ? 8 : undefined } }}
    />
  )
}
