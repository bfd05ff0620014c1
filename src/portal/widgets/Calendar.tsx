import '@mantine/dates/styles.css'
import { DatePicker } from '@mantine/dates'
import { useEffect, useRef } from 'react'

interface CalendarProps { value: string | null; onPick: (day: string | undefined) => void; min?: string; max?: string }

/** A month to pick a day from. Fetched when it is first opened, so that a form does without it. */
export function Calendar({ value, onPick, min, max }: CalendarProps) {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The arrows move from day to day from here on.
    const first = (selector: string): HTMLElement | null | undefined => root.current?.querySelector<HTMLElement>(selector)
    const day = first('button[data-selected]') ?? first('button[data-today]:not([disabled])') ?? first('table button:not([disabled])')
    day?.focus()
  }, [])
  return (
    <div ref={root}>
      {/* Escape on a day closes the calendar, and not the dialog that it stands in. The property is Mantine's own, for its date inputs. */}
      <DatePicker __stopPropagation value={value} onChange={(day) => onPick(day ?? undefined)} highlightToday {...(value ? { defaultDate: value } : {})} {...(min ? { minDate: min } : {})} {...(max ? { maxDate: max } : {})} />
    </div>
  )
}
