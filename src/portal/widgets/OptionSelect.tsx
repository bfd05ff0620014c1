import { Select } from '@mantine/core'
import { inputProps, type WidgetProps } from './widget.ts'

/** From so many on, typing narrows. */
const MANY = 8

interface Props { widget: WidgetProps; options: { value: string; label: string }[]; value: string | null; onChoose: (value: string | undefined) => void }

/** One of a few values that are known beforehand. */
export function OptionSelect({ widget, options, value, onChoose }: Props) {
  return (
    <Select
      {...inputProps(widget)}
      data={options}
      value={value}
      onChange={(next) => onChoose(next ?? undefined)}
      searchable={options.length >= MANY}
      clearable={widget.clearable}
      clearButtonProps={{ 'aria-label': `Clear ${widget.label}`, tabIndex: -1 }}
      allowDeselect={false}
      placeholder={widget.placeholder ?? 'Choose…'}
      nothingFoundMessage="Nothing found"
    />
  )
}
