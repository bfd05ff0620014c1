import { SegmentedControl } from '@mantine/core'
import { t } from '../../../../core/index.ts'
import type { CalendarView } from '../../../../core/index.ts'

/** Chooses between the list and its calendar. */
export function ShownSwitch({ view, first, onShow }: { view: CalendarView | undefined; /** The view with which the calendar opens. */ first: CalendarView; onShow: (view: CalendarView | 'list') => void }) {
  return <SegmentedControl aria-label={t('Show as')} data={[{ value: 'list', label: t('List') }, { value: 'calendar', label: t('Calendar') }]} value={view === undefined ? 'list' : 'calendar'} onChange={(next) => onShow(next === 'list' ? 'list' : first)} />
}
