import { DatePickerInput } from '@mantine/dates'
// After the component, whose own import brings the styles that these adjust.
import '@mantine/dates/styles.layer.css'
import { useState } from 'react'
import { t } from '../../core/index.ts'
import { Icon } from './icons.tsx'

interface DateRangeProps {
  title: string
  from: string
  to: string
  /** The latest day that can be selected. */
  max?: string
  className?: string
  onCommit: (from: string | undefined, to: string | undefined) => void
}

/** Selects a range of days, as YYYY-MM-DD. Whoever closes the calendar after choosing one day means that day. */
export function DateRange({ title, from, to, max, className, onCommit }: DateRangeProps) {
  // Half a range stays here until the other end is selected or the calendar is closed.
  const [half, setHalf] = useState<string | null>(null)
  const commit: DateRangeProps['onCommit'] = (start, end) => {
    setHalf(null)
    onCommit(start, end)
  }
  return (
    <DatePickerInput
      {...(className === undefined ? {} : { className })}
      {...(max === undefined ? {} : { maxDate: max })}
      type="range"
      allowSingleDateInRange
      clearable
      aria-label={title}
      placeholder={title}
      valueFormat="D MMM YYYY"
      leftSection={<Icon name="calendar" size={17} />}
      clearButtonProps={{ 'aria-label': t('Clear {title}', { title }), onClick: () => commit(undefined, undefined) }}
      onDropdownClose={() => half !== null && commit(half, half)}
      value={half === null ? [from || null, to || null] : [half, null]}
      onChange={([start, end]) => {
        if (start && !end) return setHalf(start)
        // Mantine drops half a range as the calendar closes.
        if (!start && half !== null) return commit(half, half)
        commit(start ?? undefined, end ?? undefined)
      }}
    />
  )
}
