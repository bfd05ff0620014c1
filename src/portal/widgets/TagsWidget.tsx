import { TagsInput } from '@mantine/core'
import { inputProps, type WidgetProps } from './widget.ts'

/** A list of short texts; Enter adds one. */
export function TagsWidget(props: WidgetProps) {
  const value = Array.isArray(props.value) ? props.value.map(String) : []
  return <TagsInput {...inputProps(props)} value={value} onChange={(next) => props.onChange(next.length > 0 ? next : undefined)} {...(props.field.maxItems ? { maxTags: props.field.maxItems } : {})} />
}
