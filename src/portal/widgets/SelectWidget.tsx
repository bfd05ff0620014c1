import { OptionSelect } from './OptionSelect.tsx'
import type { WidgetProps } from './widget.ts'

/** One of the values that the manifest lists. */
export function SelectWidget(props: WidgetProps) {
  const { field, value, onChange } = props
  const values = field.enum ?? []
  const options = values.map((option) => ({ value: String(option), label: field.enumTitles?.[String(option)] ?? String(option) }))
  return <OptionSelect widget={props} options={options} value={value === undefined || value === null ? null : String(value)} onChoose={(next) => onChange(values.find((option) => String(option) === next))} />
}
