import { DateInput, DateTimePicker } from '@mantine/dates'
import { formatDate } from '../ui/format.ts'
import { readDate } from './date-text.ts'
import { inputProps, type WidgetProps } from './widget.ts'

const localToday = (): string => {
  const now = new Date()
  return `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}-${String(now.getDate()).padStart(2, '0')}`
}

/** A date: picked from a calendar or typed (15/6/2026, 15 Jun); `YYYY-MM-DD` inside. */
export function DateWidget(props: WidgetProps) {
  const { value, onChange, options } = props
  const today = typeof options.today === 'string' ? options.today : localToday()
  return (
    <DateInput
      {...inputProps(props)}
      value={typeof value === 'string' && value !== '' ? value.slice(0, 10) : null}
      onChange={(next) => onChange(next ?? undefined)}
      dateParser={(text) => readDate(text, today)}
      valueFormat={formatDate}
      placeholder={props.placeholder ?? 'DD/MM/YYYY'}
      clearable={!props.disabled}
      clearButtonProps={{ 'aria-label': `Clear ${props.label}`, tabIndex: -1 }}
      popoverProps={{ withinPortal: true, returnFocus: true }}
      {...(typeof options.minDate === 'string' ? { minDate: options.minDate } : {})}
      {...(typeof options.maxDate === 'string' ? { maxDate: options.maxDate } : {})}
    />
  )
}

/** A moment: date and time of day, `YYYY-MM-DDTHH:mm` in the company's time inside. */
export function DateTimeWidget(props: WidgetProps) {
  const { value, onChange } = props
  return (
    <DateTimePicker
      {...inputProps(props)}
      value={typeof value === 'string' && value !== '' ? value.slice(0, 16).replace('T', ' ') : null}
      onChange={(next) => onChange(next ? next.slice(0, 16).replace(' ', 'T') : undefined)}
      valueFormat="D MMM YYYY HH:mm"
      clearable={!props.disabled}
      clearButtonProps={{ 'aria-label': `Clear ${props.label}`, tabIndex: -1 }}
    />
  )
}
