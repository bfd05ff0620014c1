import { MultiSelect, TagsInput } from '@mantine/core'
import { inputProps, type WidgetProps } from './widget.ts'

/** A list of short texts; Enter adds one. If the manifest lists options, a multi-select of those. */
export function TagsWidget(props: WidgetProps) {
  const { field, onChange } = props
  const value = Array.isArray(props.value) ? props.value.map(String) : []
  const change = (next: string[]): void => onChange(next.length > 0 ? next : undefined)
  if (field.enum === undefined) return <TagsInput {...inputProps(props)} value={value} onChange={change} {...(field.maxItems ? { maxTags: field.maxItems } : {})} />
  const data = field.enum.map((one) => ({ value: String(one), label: field.enumTitles?.[String(one)] ?? String(one) }))
  return <MultiSelect {...inputProps(props)} data={data} value={value} onChange={change} searchable clearable hidePickedOptions {...(field.maxItems ? { maxValues: field.maxItems } : {})} />
}
