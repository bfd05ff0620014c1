import { DateField } from './DateField.tsx'
import type { WidgetProps } from './widget.ts'

/** A date: typed or picked from a calendar; `YYYY-MM-DD` inside. */
export function DateWidget(props: WidgetProps) {
  const { value } = props
  return <DateField {...props} value={typeof value === 'string' && value !== '' ? value.slice(0, 10) : undefined} />
}
