import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../core/index.ts'
import { instantOf } from '../ui/company-clock.ts'
import { localMoment } from './date-text.ts'
import { DateField } from './DateField.tsx'
import { inputProps, type WidgetProps } from './widget.ts'
import classes from './Widgets.module.css'

/** A date and time of day on the company's clock; the value is an RFC 3339 instant. */
export function DateTimeWidget(props: WidgetProps) {
  const { value, onChange, onComplaint, label } = props
  const stored = localMoment(typeof value === 'string' ? value : '')
  // A date without a time (or the reverse) is not a value yet: it stays here until the other half is entered.
  const [half, setHalf] = useState<{ date: string; time: string }>()
  const { date, time } = half ?? stored

  const take = (next: { date: string; time: string }): void => {
    const isWhole = (next.date === '') === (next.time === '')
    setHalf(isWhole ? undefined : next)
    const complaint = next.date === '' ? t('{label}: enter the date too.', { label }) : t('{label}: enter the time too.', { label })
    onComplaint(isWhole ? undefined : complaint)
    onChange(isWhole && next.date !== '' ? instantOf(next.date, next.time) : undefined)
  }
  // The calendar knows days: those on which a moment within the limits lies.
  const options = { ...props.options, ...dayOf('minDate', props.options), ...dayOf('maxDate', props.options) }
  const { label: _label, description: _description, error, inputWrapperOrder: _order, ...shared } = inputProps(props)
  return (
    <div className={classes.moment}>
      <DateField {...props} options={options} value={date || undefined} onChange={(day) => take({ date: day ?? '', time })} />
      <TextInput
        {...shared}
        id={`${props.id}-time`}
        data-path={`${props.path}#time`}
        name={`${props.path}-time`}
        type="time"
        {...(props.bare ? {} : { label: t('Time') })}
        aria-label={t('{label}, time', { label })}
        error={error !== undefined}
        autoFocus={false}
        value={time}
        onChange={(event) => take({ date, time: event.currentTarget.value })}
      />
    </div>
  )
}

function dayOf(name: 'minDate' | 'maxDate', { [name]: bound }: WidgetProps['options']): { [which in typeof name]?: string } {
  const { date } = localMoment(typeof bound === 'string' ? bound : '')
  return date === '' ? {} : { [name]: date }
}
