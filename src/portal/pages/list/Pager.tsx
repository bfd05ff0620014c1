import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { t } from '../../../core/index.ts'
import type { ListAnswer } from '../../../contract/index.ts'
import { formatNumber } from '../../ui/format.ts'
import { Icon } from '../../ui/icons.tsx'
import type { ListState } from './use-list-state.ts'
import classes from './ListPage.module.css'

const SIZES = [10, 25, 50, 100]

interface PagerProps { page: ListAnswer['page']; state: ListState; /** Keeps the rows a page for the user. */ onSize: (size: number) => void }

/** Previous and Next by cursor, the total, and the page size. */
export function Pager({ page, state, onSize }: PagerProps) {
  const sizes = [...new Set([...SIZES, state.size])].sort((a, b) => a - b).map(String)
  const count = t({ one: '{shown} record', other: '{shown} records' }, { count: page.count, shown: `${formatNumber(page.count)}${page.more ? '+' : ''}` })
  return (
    <nav className={classes.pager} aria-label={t('Pages of the list')}>
      <Text size="sm" c="dimmed" role="status">{state.query.cursor ? `${t('Page {page}', { page: state.page })} · ${count}` : count}</Text>
      <Group gap="sm" wrap="nowrap" ml="auto">
        <NativeSelect aria-label={t('Rows per page')} data={sizes.map((size) => ({ value: size, label: t({ one: '{count} row', other: '{count} rows' }, { count: size }) }))} value={String(state.size)} w={110} size="sm" visibleFrom="xs"
          onChange={({ currentTarget: { value } }) => {
            onSize(Number(value))
            state.set({ size: undefined })
          }} />
        <Button variant="default" size="sm" disabled={page.previous === null} leftSection={<Icon name="arrow-left" size={15} />} onClick={() => page.previous !== null && state.turn(page.previous, Math.max(1, state.page - 1))}>{t('Previous')}</Button>
        <Button variant="default" size="sm" disabled={page.next === null} rightSection={<Icon name="arrow-right" size={15} />} onClick={() => page.next !== null && state.turn(page.next, state.page + 1)}>{t('Next')}</Button>
      </Group>
    </nav>
  )
}
