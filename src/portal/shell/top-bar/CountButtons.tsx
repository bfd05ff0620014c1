import { ActionIcon, Indicator } from '@mantine/core'
import type { ComponentType } from 'react'
import { Icon } from '../../ui/icons.tsx'
import { OnDemand } from '../on-demand.tsx'
import type { MenuProps } from '../on-demand.tsx'
import { useQuery } from '@tanstack/react-query'
import { approvalCountQuery } from '../../api/queries.ts'
import { unreadQuery } from '../../api/notifications.ts'

const MAX_SHOWN = 99

interface CountButtonProps<P extends MenuProps> {
  /** What is counted; until the count is loaded the label has no number. */
  name: string
  of: string
  icon: string
  count: number | undefined
  load: () => Promise<ComponentType<P>>
  rest: Omit<P, 'button'>
}

/** An icon in the top bar with a count, and a menu below. */
function CountButton<P extends MenuProps>({ name, of, icon, count, load, rest }: CountButtonProps<P>) {
  const shown = count !== undefined && count > MAX_SHOWN ? `${MAX_SHOWN}+` : String(count ?? '')
  const label = count === undefined ? name : `${name}, ${count === 0 ? 'none' : shown} ${of}`
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
  return <CountButton name="Approvals" of="open" icon="clipboard-check" count={data} load={loadApprovals} rest={{ path }} />
}

const loadNotifications = () => import('../menus.ts').then(({ NotificationsMenu }) => NotificationsMenu)

/** The bell with the number of unread notifications. */
export function NotificationsButton() {
  const { data } = useQuery(unreadQuery())
  return <CountButton name="Notifications" of="unread" icon="bell" count={data} load={loadNotifications} rest={{}} />
}
