import { Text } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
// After the component, whose own import brings the styles that these adjust.
import '@mantine/dates/styles.layer.css'
import { useEffect, useMemo, useRef, useState } from 'react'
import { t } from '../../core/index.ts'
import { formatDate } from '../ui/format.ts'
import classes from './Calendar.module.css'
import type { WidgetProps } from './widget.ts'

interface CalendarProps { value: string | null; onPick: (day: string | undefined) => void; /** On the company's clock, which may be a different day than the browser's. */ today: string; min?: string; max?: string; unavailable?: WidgetProps['unavailable'] }

const STEPS = { previousMonth: t('Previous month'), nextMonth: t('Next month'), previousYear: t('Previous year'), nextYear: t('Next year'), previousDecade: t('Previous ten years'), nextDecade: t('Next ten years') }
const DAY = { day: classes.day ?? '' }

/** A month view for selecting a day. Loaded when first opened. */
export function Calendar({ value, onPick, today, min, max, unavailable }: CalendarProps) {
  const root = useRef<HTMLDivElement>(null)
  const reasonOf = useMemo(() => once(unavailable), [unavailable])
  const [asked, setAsked] = useState<string>()
  useEffect(() => {
    // From here the arrow keys move from day to day.
    const first = (selector: string): HTMLElement | null | undefined => root.current?.querySelector<HTMLElement>(selector)
    const day = first('button[data-selected]') ?? first('button[data-today]:not([disabled])') ?? first('table button:not([disabled])')
    day?.focus()
  }, [])
  const pick = (day: string | null): void => {
    if (day !== null && reasonOf(day) !== undefined) setAsked(day)
    else onPick(day ?? undefined)
  }
  /** A day that cannot be selected can still be focused, by keyboard and by touch, so that everyone can learn why. */
  const dayProps = (day: string) => {
    const reason = reasonOf(day)
    const ask = (): void => setAsked(reason === undefined ? undefined : day)
    return { 'data-today': day === today || undefined, onFocus: ask, onMouseEnter: ask, ...(reason !== undefined && { 'aria-label': `${spoken(day)}: ${reason}`, 'aria-disabled': true, 'data-disabled': true, title: reason }) }
  }
  const reason = asked === undefined ? undefined : reasonOf(asked)
  return (
    <div ref={root}>
      {/* Escape on a day closes the calendar, but not the dialog around it. The property is Mantine's own, for its date inputs. */}
      <DatePicker
        __stopPropagation value={value} onChange={pick} highlightToday ariaLabels={STEPS} classNames={DAY} defaultDate={value ?? today} getDayProps={dayProps}
        {...(min ? { minDate: min } : {})} {...(max ? { maxDate: max } : {})}
      />
      {reason !== undefined && <Text size="sm" className={classes.reason}>{`${formatDate(asked)}: ${reason}`}</Text>}
    </div>
  )
}

/** Memoised by day: a calendar renders its month again on every step. */
function once(unavailable: WidgetProps['unavailable']): (day: string) => string | undefined {
  const known = new Map<string, string | undefined>()
  return (day) => {
    if (!known.has(day)) known.set(day, unavailable?.(day))
    return known.get(day)
  }
}

/** In the format in which the calendar labels its other days. */
function spoken(day: string): string {
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(day))
}
