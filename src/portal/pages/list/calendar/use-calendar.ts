import { useMemo, useState } from 'react'
import type { ClientManifest, ListQuery } from '../../../../contract/index.ts'
import type { CalendarView } from '../../../../core/index.ts'
import { usePortal } from '../../../shell/portal-context.ts'
import type { ListPreference } from '../list-preference.ts'
import type { ListState } from '../use-list-state.ts'
import { drawnDays } from './calendar-days.ts'
import { dayIn, shownView } from './shown-view.ts'

/** The most records that one calendar draws; the screen says how many more there are. */
const MOST_RECORDS = 1000
/** The rows of people with which a calendar opens. The next ones are as many as there are already. */
const ROWS = 25

export interface CalendarState {
  /** The view that is shown; undefined if the list is. */
  view: CalendarView | undefined
  /** The day around which it is drawn. */
  day: string
  today: string
  /** The list's query, restricted to the days that are drawn. */
  query: ListQuery
  show: (view: CalendarView | 'list') => void
  goTo: (day: string, view?: CalendarView) => void
  /** Asks for more people; undefined where everybody is asked for. */
  showMore: (() => void) | undefined
  /** How many more `showMore` asks for. */
  moreRows: number
}

/** Whether the list shows its calendar, and of what; kept in the address, and the view as the person's preference. */
export function useCalendar({ list: { calendar } }: ClientManifest, state: ListState, preference: ListPreference, arrange: (preference: ListPreference) => void): CalendarState {
  const { today } = usePortal()
  const view = shownView(calendar, state.value('calendar'), preference.calendar)
  const day = dayIn(state.value('day')) ?? today
  const [rows, setRows] = useState(ROWS)
  // People in lines are those of the records that are there.
  const isPaged = view === 'people' && calendar?.row?.includes('.') === false
  const query = useMemo(() => {
    if (view === undefined) return state.query
    const { cursor: _cursor, sort: _sort, ...narrowing } = state.query
    const { from, to } = drawnDays(view, day)
    return { ...narrowing, limit: MOST_RECORDS, overlaps: `${from}..${to}`, ...(isPaged && { calendarRows: rows }) }
  }, [view, day, state.query, isPaged, rows])
  const show = (next: CalendarView | 'list'): void => {
    state.set({ calendar: next })
    if (next !== preference.calendar) arrange({ ...preference, calendar: next })
  }
  const goTo = (to: string, next?: CalendarView): void => state.set({ day: to === today ? undefined : to, ...(next !== undefined && { calendar: next }) }, { replaces: next === undefined })
  return { view, day, today, query, show, goTo, showMore: isPaged ? () => setRows(Math.min(rows * 2, MOST_RECORDS)) : undefined, moreRows: rows }
}
