import { TextInput } from '@mantine/core'
import { useFieldText } from '../form/use-field-text.ts'
import { inputProps, type WidgetProps } from './widget.ts'

/** A value that a rule gives or the server owns: read, selected and copied, but not typed. */
export function ReadonlyWidget(props: WidgetProps) {
  const text = useFieldText(props.field, props.value)
  const isNumber = props.field.type === 'number' || props.field.type === 'integer'
  // As the amount beside it that may be typed.
  const currency = !props.bare && props.field.money !== undefined && typeof props.options['currency'] === 'string' ? props.options['currency'] : ''
  // Required and disabled say what a person must or cannot do here; neither is so.
  const { required: _required, disabled: _disabled, placeholder: _placeholder, ...shared } = inputProps(props)
  return (
    <TextInput
      {...shared}
      readOnly
      variant={props.bare ? 'unstyled' : 'filled'}
      value={text}
      data-locked=""
      {...(currency ? currencySection(currency) : {})}
      styles={{ input: { textAlign: isNumber && (props.bare || currency) ? 'right' : 'left', fontVariantNumeric: 'tabular-nums', textOverflow: 'ellipsis', ...(props.bare ? { paddingInline: 8 } : {}) }, section: SECTION_STYLE }}
    />
  )
}

/** The currency before an amount, as props of a Mantine input. */
export const currencySection = (currency: string) => ({ leftSection: <span aria-hidden="true">{currency}</span>, leftSectionWidth: 52 })

/** How it looks: beside the number, not part of it. */
export const SECTION_STYLE = { fontSize: 'var(--mantine-font-size-xs)', color: 'var(--mantine-color-dimmed)' }
