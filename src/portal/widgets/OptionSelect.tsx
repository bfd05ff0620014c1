import { Select } from '@mantine/core'
import { t } from '../../core/index.ts'
import { useListBelow } from './use-list-below.ts'
import { inputProps, type WidgetProps } from './widget.ts'

/** From this many options on, the select is searchable. */
const MANY = 8

interface Props { widget: WidgetProps; options: { value: string; label: string }[]; value: string | null; onChoose: (value: string | undefined) => void }

/** One of a few known options. */
export function OptionSelect({ widget, options, value, onChoose }: Props) {
  const below = useListBelow()
  return (
    <Select
      {...inputProps(widget)}
      comboboxProps={below}
      data={options}
      value={value}
      onChange={(next) => onChoose(next ?? undefined)}
      searchable={options.length >= MANY}
      clearable={widget.clearable}
      clearButtonProps={{ 'aria-label': t('Clear {label}', { label: widget.label }), tabIndex: -1 }}
      allowDeselect={false}
      placeholder={widget.placeholder ?? t('Choose…')}
      nothingFoundMessage={t('Nothing found')}
    />
  )
}

/** One of the values that the manifest lists. */
export function SelectWidget(props: WidgetProps) {
  const { field, value, onChange } = props
  const values = field.enum ?? []
  const options = values.map((option) => ({ value: String(option), label: field.enumTitles?.[String(option)] ?? String(option) }))
  return <OptionSelect widget={props} options={options} value={value === undefined || value === null ? null : String(value)} onChoose={(next) => onChange(values.find((option) => String(option) === next))} />
}
