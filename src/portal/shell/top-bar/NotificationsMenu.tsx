import { Button, Group, Loader, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '../../../core/index.ts'
import type { NotificationItem } from '../../../contract/index.ts'
import { messageOf } from '../../api/client.ts'
import { ALWAYS_STALE, approvalEntriesQuery, FIRST_WAITING } from '../../api/queries.ts'
import { markRead, newestNotificationsQuery, unreadQuery } from '../../api/notifications.ts'
import { NotificationRow } from '../../pages/notifications/NotificationRow.tsx'
import { formatMoney } from '../../ui/format.ts'
import { toast } from '../../ui/toasts.ts'
import type { MenuProps } from '../on-demand.tsx'
import { Failed, TopBarMenu } from './TopBarMenu.tsx'
import classes from './TopBar.module.css'

/** The user's latest notifications; opening one marks it as read. */
export function NotificationsMenu({ button }: MenuProps) {
  return <TopBarMenu button={button} all={{ path: '/notifications', label: t('All notifications') }}>{(close) => <Newest onFollow={close} />}</TopBarMenu>
}

function Newest({ onFollow }: { onFollow: () => void }) {
  const client = useQueryClient()
  const { data: unread = 0 } = useQuery(unreadQuery())
  const { data, isPending, isError, refetch } = useQuery(newestNotificationsQuery())
  const [newest] = data?.data ?? []
  const { data: waiting = [] } = useQuery({ ...approvalEntriesQuery(FIRST_WAITING), ...ALWAYS_STALE, enabled: data?.data.some(({ kind }) => kind === 'assigned') === true })
  // What still waits says what it is about instead of repeating its number.
  const detailOf = ({ kind, path }: NotificationItem): string | undefined => {
    const entry = kind === 'assigned' ? waiting.find(({ link }) => link === path) : undefined
    return entry && [entry.purpose, entry.amount && formatMoney(entry.amount.value, entry.amount.currency), entry.senderName].filter(Boolean).join(' · ')
  }
  const readAll = useMutation({ mutationFn: (upTo: number) => markRead(client, { upTo }), onError: (error) => toast.warning(messageOf(error)) })
  const rows = () => {
    if (isPending) return <Loader size="sm" m="md" aria-label={t('Loading')} />
    if (isError) return <Failed text={t('The notifications could not be loaded.')} onRetry={() => void refetch()} />
    if (data.data.length === 0) return <Text size="sm" c="dimmed" px="md" py="xs">{t('Nothing yet. You are notified here when a request is waiting for you or yours has been decided.')}</Text>
    return <ul className={classes.list}>{data.data.map((item) => <li key={item.id}><NotificationRow item={item} detail={detailOf(item)} onFollow={onFollow} /></li>)}</ul>
  }
  return (
    <>
      <Group justify="space-between" px="md" pt="sm" pb={4}>
        <Text size="xs" c="dimmed" fw={550}>{t('Notifications')}</Text>
        {unread > 0 && newest && <Button variant="subtle" size="compact-xs" loading={readAll.isPending} onClick={() => readAll.mutate(newest.id)}>{t('Mark all as read')}</Button>}
      </Group>
      <div className={classes.entries}>{rows()}</div>
    </>
  )
}
