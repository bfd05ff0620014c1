import { Button, SegmentedControl, Text } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ListAnswer } from '../../../../contract/index.ts'
import { t } from '../../../../core/index.ts'
import type { CalendarView } from '../../../../core/index.ts'
import { usePortal } from '../../../shell/portal-context.ts'
import { Icon } from '../../../ui/icons.tsx'
import { Agenda } from './Agenda.tsx'
import { drawnDays, periodOf, stepped } from './calendar-days.ts'
import { DaysRow } from './DaysRow.tsx'
import { periodName, VIEW_TITLES } from './day-words.ts'
import { GroupsGrid } from './GroupsGrid.tsx'
import { EventDialog } from './EventDialog.tsx'
import { eventsOf, withFieldsOfLines, type CalendarEvent, type CalendarManifest, type NameOf } from './events.ts'
import { MonthGrid, SmallMonth } from './MonthGrid.tsx'
import { PeopleGrid } from './PeopleGrid.tsx'
import type { CalendarState } from './use-calendar.ts'
import { useCalendarKeys } from './use-calendar-keys.ts'
import { useNames } from './use-names.ts'
import classes from './Calendar.module.css'

interface ListCalendarProps {
  manifest: CalendarManifest
  calendar: CalendarState & { view: CalendarView }
  answer: Pick<ListAnswer, 'data' | 'page' | 'holidays' | 'calendar'>
  pathOf: (key: string) => string
  isPhone: boolean
  /** Whether the rows of other days are shown while those of these days are fetched. */
  isFetching: boolean
}

/** The rows of a list in a calendar. */
export function ListCalendar({ manifest: declared, calendar, answer, pathOf, isPhone, isFetching }: ListCalendarProps) {
  const { view, day, today, goTo } = calendar
  const { company } = usePortal()
  const manifest = useMemo(() => withFieldsOfLines(declared), [declared])
  const [opened, setOpened] = useState<CalendarEvent>()
  const openedFrom = useRef<Element>(null)
  const open = (event: CalendarEvent): void => {
    openedFrom.current = document.activeElement
    setOpened(event)
  }
  // The dialog is gone at once, so it gives no focus back by itself.
  useEffect(() => {
    if (opened !== undefined || openedFrom.current === null) return
    if (openedFrom.current instanceof HTMLElement) openedFrom.current.focus()
    openedFrom.current = null
  }, [opened])
  const nameOf = useNames(declared)
  const events = useMemo(() => eventsOf(manifest, answer.data, company.currency, nameOf), [manifest, answer.data, company.currency, nameOf])
  const holidays = useMemo(() => new Map((answer.holidays ?? []).map(({ date, title }) => [date, title === '' ? t('Holiday') : title])), [answer.holidays])
  const { root, focused, onKeyDown, onFocus } = useCalendarKeys(view, day, goTo)
  const { views } = manifest.list.calendar
  const isChoosing = isPhone && view === 'month'
  const onDay = (date: string): void => (isChoosing || !views.includes('day') ? goTo(date) : goTo(date, 'day'))
  const shared = { manifest, events, today, holidays, focused, onDay, onOpen: open }
  const left = answer.page.count - answer.data.length

  const body = () => {
    if (view === 'groups') return <GroupsGrid {...shared} day={day} />
    if (view === 'people') return <PeopleGrid {...shared} day={day} all={answer.calendar} more={calendar.showMore && { count: calendar.moreRows, show: calendar.showMore, isFetching }} />
    if (isChoosing) return <><SmallMonth {...shared} day={day} chosen={day} /><Agenda {...shared} days={{ from: day, to: day }} /></>
    if (isPhone) return <Agenda {...shared} days={periodOf(view, day)} />
    return view === 'month' ? <MonthGrid {...shared} day={day} /> : <DaysRow {...shared} days={drawnDays(view, day)} />
  }

  return (
    <>
      <div className={classes.bar}>
        <div className={classes.steps}>
          <Button variant="default" onClick={() => goTo(today)} disabled={day === today}>{t('Today')}</Button>
          <Button variant="default" px="sm" aria-label={t('Previous')} onClick={() => goTo(stepped(view, day, -1))}><Icon name="chevron-left" size={17} /></Button>
          <Button variant="default" px="sm" aria-label={t('Next')} onClick={() => goTo(stepped(view, day, 1))}><Icon name="chevron-right" size={17} /></Button>
        </div>
        <h2 className={classes.period} aria-live="polite">{periodName(view, day)}</h2>
        {views.length > 1 && <SegmentedControl className={classes.views ?? ''} aria-label={t('View')} value={view} onChange={(next) => calendar.show(next)} data={views.map((one) => ({ value: one, label: VIEW_TITLES[one] }))} />}
      </div>
      <div ref={root} className={classes.calendar} data-view={view} data-fetching={isFetching || undefined} onKeyDown={onKeyDown} onFocus={onFocus}>{body()}</div>
      {answer.data.length === 0 && !isFetching && <Text className={classes.note} c="dimmed" size="sm">{t('Nothing in these days.')}</Text>}
      {left > 0 && <Text className={classes.note} size="sm" role="status">{t('{count} more are not shown. Narrow the list with its search and filters.', { count: left })}</Text>}
      {view !== 'groups' && <Legend manifest={manifest} nameOf={nameOf} />}
      {opened && <EventDialog manifest={manifest} event={opened} path={pathOf(opened.key)} onClose={() => setOpened(undefined)} />}
    </>
  )
}

function Legend({ manifest, nameOf }: { manifest: CalendarManifest; nameOf: NameOf }) {
  const { colour, counted } = manifest.list.calendar
  const field = colour && manifest.shape.fields[colour.by]
  const outlined = counted === undefined ? [] : Object.values(manifest.states).filter(({ name }) => !counted.includes(name)).map(({ label }) => label)
  if (colour === undefined && outlined.length === 0) return null
  return (
    <ul className={classes.legend} aria-label={t('Colours')}>
      {Object.entries(colour?.of ?? {}).map(([value, name]) => <li key={value}><span className={classes.dot} data-colour={name} aria-hidden />{field?.enumTitles?.[value] ?? (field && nameOf(field, value)) ?? value}</li>)}
      {outlined.length > 0 && <li><span className={classes.dot} data-outlined aria-hidden />{outlined.join(', ')}</li>}
    </ul>
  )
}
