import { TextInput } from '@mantine/core'
import { useFieldText } from '../form/use-field-text.ts'
import { valueStyle } from '../ui/value-style.ts'
import { inputProps, type WidgetProps } from './widget.ts'

/** Dates and keys of records have digits of one width as numbers do. */
const DATES_AND_KEYS = { fontVariantNumeric: 'tabular-nums' }

/** A computed or server-owned value: it can be read, selected and copied, but not edited. */
export function ReadonlyWidget(props: WidgetProps) {
  const text = useFieldText(props.field, props.value)
  const isNumber = props.field.type === 'number' || props.field.type === 'integer'
  // As in the editable amount next to it.
  const currency = !props.bare && props.field.money !== undefined && typeof props.options['currency'] === 'string' ? props.options['currency'] : ''
  // Required and disabled describe editable fields; neither applies here.
  const { required: _required, disabled: _disabled, placeholder: _placeholder, ...shared } = inputProps(props)
  return (
    <TextInput
      {...shared}
      readOnly
      variant={props.bare ? 'unstyled' : 'filled'}
      value={text}
      data-locked=""
      {...(currency ? currencySection(currency) : {})}
      styles={{ input: { textAlign: isNumber && (props.bare || currency) ? 'right' : 'left', textOverflow: 'ellipsis', ...(isNumber ? {} : DATES_AND_KEYS), ...(props.bare ? { paddingInline: 8 } : {}), ...valueStyle(props.field) }, section: SECTION_STYLE }}
    />
  )
}

/** The currency before an amount, as props of a Mantine input. */
export const currencySection = (currency: string) => ({ leftSection: <span aria-hidden="true">{currency}</span>, leftSectionWidth: 52 })

/** The style of the currency: beside the number, not part of it. */
export const SECTION_STYLE = { fontSize: 'var(--mantine-font-size-xs)', color: 'var(--mantine-color-dimmed)' }
