import { ActionIcon, Indicator } from '@mantine/core'
import type { ComponentType } from 'react'
import { t } from '../../../core/index.ts'
import { Icon } from '../../ui/icons.tsx'
import { OnDemand } from '../on-demand.tsx'
import type { MenuProps } from '../on-demand.tsx'
import { useQuery } from '@tanstack/react-query'
import { approvalCountQuery } from '../../api/queries.ts'
import { unreadQuery } from '../../api/notifications.ts'

const MAX_SHOWN = 99

interface CountButtonProps<P extends MenuProps> {
  /** What is counted. */
  name: string
  /** The same with the number, `0` for none. */
  labelOf: (shown: string) => string
  icon: string
  count: number | undefined
  load: () => Promise<ComponentType<P>>
  rest: Omit<P, 'button'>
}

/** An icon in the top bar with a count, and a menu below. */
function CountButton<P extends MenuProps>({ name, labelOf, icon, count, load, rest }: CountButtonProps<P>) {
  const shown = count !== undefined && count > MAX_SHOWN ? `${MAX_SHOWN}+` : String(count ?? '')
  const label = count === undefined ? name : labelOf(shown)
  return (
    <Indicator label={shown} disabled={!count} size={18} offset={6} color="error" zIndex={1} withBorder={false}>
      <OnDemand load={load} rest={rest} button={<ActionIcon variant="subtle" color="gray" size={40} radius="xl" aria-label={label} title={name} data-count={count}><Icon name={icon} size={21} /></ActionIcon>} />
    </Indicator>
  )
}

const loadApprovals = () => import('../menus.ts').then(({ ApprovalsMenu }) => ApprovalsMenu)

/** The number of documents that wait for the current user's decision. */
export function ApprovalsButton({ path }: { path: string }) {
  const { data } = useQuery(approvalCountQuery())
  return <CountButton name={t('Approvals')} labelOf={(shown) => (shown === '0' ? t('Approvals, none open') : t('Approvals, {count} open', { count: shown }))} icon="clipboard-check" count={data} load={loadApprovals} rest={{ path }} />
}

const loadNotifications = () => import('../menus.ts').then(({ NotificationsMenu }) => NotificationsMenu)

/** The bell with the number of unread notifications. */
export function NotificationsButton() {
  const { data } = useQuery(unreadQuery())
  return <CountButton name={t('Notifications')} labelOf={(shown) => (shown === '0' ? t('Notifications, none unread') : t('Notifications, {count} unread', { count: shown }))} icon="bell" count={data} load={loadNotifications} rest={{}} />
}
