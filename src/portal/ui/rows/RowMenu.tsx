import { ActionIcon } from '@mantine/core'
import { t } from '../../../core/index.ts'
import type { MoreItem } from '../../shell/MoreMenu.tsx'
import { OnDemand } from '../../shell/on-demand.tsx'
import { Icon } from '../icons.tsx'

const loadMenu = () => import('../../shell/menus.ts').then(({ MoreMenu }) => MoreMenu)

/** A menu of all that can be done with a row, in words. */
export function RowMenu({ name, items, isBusy }: { name: string; items: MoreItem[]; isBusy: boolean }) {
  if (items.length === 0) return null
  return (
    <OnDemand load={loadMenu} rest={{ items, position: 'bottom-end' }} button={(
      <ActionIcon variant="subtle" color="gray" size={30} flex="none" aria-label={t('Actions for {key}', { key: name })} loading={isBusy}><Icon name="dots" /></ActionIcon>
    )} />
  )
}
