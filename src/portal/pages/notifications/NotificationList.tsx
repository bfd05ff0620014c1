import { Button, Group, SegmentedControl, Skeleton, Stack } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '../../../core/index.ts'
import { messageOf } from '../../api/client.ts'
import { markRead, notificationPagesQuery, unreadQuery } from '../../api/notifications.ts'
import { showMore } from '../../api/show-more.ts'
import { useAddress } from '../../ui/use-address.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { toast } from '../../ui/toasts.ts'
import { NotificationRow } from './NotificationRow.tsx'
import classes from './Notifications.module.css'

/** The newest notifications first; older ones load on demand. */
export function NotificationList() {
  const client = useQueryClient()
  const [address, change] = useAddress(['unread'])
  const isUnreadOnly = address.unread === '1'
  const { data: unread = 0 } = useQuery(unreadQuery())
  const pages = useInfiniteQuery(notificationPagesQuery(isUnreadOnly))
  const items = pages.data?.pages.flatMap((page) => page.data) ?? []
  const newest = items[0]
  const readAll = useMutation({ mutationFn: (upTo: number) => markRead(client, { upTo }), onError: (error) => toast.warning(messageOf(error)) })
  const body = () => {
    if (pages.isPending) return <Stack gap="sm" mt="md" aria-hidden>{Array.from({ length: 6 }, (_, index) => <Skeleton key={index} height={48} />)}</Stack>
    if (pages.isError && items.length === 0) return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
    if (items.length === 0 && isUnreadOnly) return <EmptyState icon="checks" title={t('Everything is read')} text={t('Nothing new has come in.')} action={<Button variant="default" onClick={() => change({ unread: '' })}>{t('Show all')}</Button>} />
    if (items.length === 0) return <EmptyState icon="bell" title={t('No notifications yet')} text={t('You are notified here when a request is waiting for you and when yours has been decided.')} />
    return <ul className={classes.list} aria-label={t('Notifications')}>{items.map((item) => <li key={item.id}><NotificationRow item={item} /></li>)}</ul>
  }
  return (
    <section className={`dirisha-panel ${classes.panel}`} aria-label={t('Notifications')} aria-busy={pages.isFetching}>
      <Group justify="space-between" gap="sm">
        <SegmentedControl aria-label={t('Which')} data={[{ value: 'all', label: t('All') }, { value: 'unread', label: unread === 0 ? t('Unread') : t('Unread ({count})', { count: unread }) }]} value={isUnreadOnly ? 'unread' : 'all'}
          onChange={(which) => change({ unread: which === 'unread' ? '1' : '' })} />
        <Button variant="default" size="sm" disabled={unread === 0 || !newest} loading={readAll.isPending} onClick={() => newest && readAll.mutate(newest.id)}>{t('Mark all as read')}</Button>
      </Group>
      {body()}
      {pages.hasNextPage && <Button variant="default" mt="md" fullWidth loading={pages.isFetchingNextPage} onClick={() => void showMore(pages)}>{t('Show older ones')}</Button>}
    </section>
  )
}
