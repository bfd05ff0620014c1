import { Select } from '@mantine/core'
import { inputProps, type WidgetProps } from './widget.ts'

/** One of the values that the manifest lists; typing narrows when there are many. */
export function SelectWidget(props: WidgetProps) {
  const { field, value, onChange } = props
  const values = field.enum ?? []
  const data = values.map((option) => ({ value: String(option), label: field.enumTitles?.[String(option)] ?? String(option) }))
  return (
    <Select
      {...inputProps(props)}
      data={data}
      value={value === undefined || value === null ? null : String(value)}
      onChange={(next) => onChange(values.find((option) => String(option) === next))}
      searchable={values.length > 7}
      clearable={props.clearable}
      clearButtonProps={{ 'aria-label': `Clear ${props.label}`, tabIndex: -1 }}
      allowDeselect={false}
      placeholder={props.placeholder ?? 'Choose…'}
      nothingFoundMessage="Nothing found"
    />
  )
}
