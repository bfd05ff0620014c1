import { Input, SegmentedControl } from '@mantine/core'
import { SelectWidget } from './OptionSelect.tsx'
import type { WidgetProps } from './widget.ts'

/** One of two to five values that the manifest lists, all of them in sight; in a cell a select. */
export function SegmentedWidget(props: WidgetProps) {
  const { id, path, label, description, error, field, value, onChange, onBlur, required, disabled, bare } = props
  if (bare) return <SelectWidget {...props} />
  const values = field.enum ?? []
  return (
    <Input.Wrapper label={label} description={description} error={error} required={required} labelElement="div" id={id} labelProps={{ id: `${id}-caption`, display: 'block' }} inputWrapperOrder={['label', 'input', 'description', 'error']}>
      <SegmentedControl
        id={id} data-path={path} aria-labelledby={`${id}-caption`} tabIndex={-1} disabled={disabled} onBlur={onBlur}
        data={values.map((option) => ({ value: String(option), label: field.enumTitles?.[String(option)] ?? String(option) }))}
        value={value === undefined || value === null ? '' : String(value)} onChange={(next) => onChange(values.find((option) => String(option) === next))}
      />
    </Input.Wrapper>
  )
}
