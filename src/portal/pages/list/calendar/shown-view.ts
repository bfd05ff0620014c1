import { isDate } from '../../../../core/index.ts'
import type { CalendarView, ResolvedCalendar } from '../../../../core/index.ts'

/** The view of the calendar that is shown: by the address, or what the person chose last, or the manifest; undefined for the list. */
export function shownView(calendar: ResolvedCalendar | undefined, asked: string, preferred: string | undefined): CalendarView | undefined {
  if (calendar === undefined) return undefined
  for (const choice of [asked, preferred]) {
    if (choice === 'list') return undefined
    const view = calendar.views.find((one) => one === choice)
    if (view !== undefined) return view
  }
  return calendar.shown === 'calendar' ? calendar.view : undefined
}

/** The view with which the calendar opens: the one that the person chose last, or the first of the manifest. */
export function openingView(calendar: ResolvedCalendar, preferred: string | undefined): CalendarView {
  return calendar.views.find((one) => one === preferred) ?? calendar.view
}

/** The day of an address; undefined if it has none. */
export function dayIn(text: string): string | undefined {
  return isDate(text) && text > '1900' && text < '2200' ? text : undefined
}
