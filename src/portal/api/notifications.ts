/** What the person is notified of: the list, how much of it is unread, and what they want to be notified of. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { Answer, LiveCounts, NotificationPreference, NotificationsAnswer, PreferencesRequest, ReadAnswer, ReadRequest } from '../../contract/index.ts'
import { call } from './client.ts'
import { approvalCountQuery, COUNTS_EVERY } from './queries.ts'

/** Everything about notifications starts with this key. */
export const notificationsKey = ['notifications'] as const

const PAGE = 20

/** How many are unread; asked again now and then, more often while nothing announces it live. */
export const unreadQuery = () =>
  queryOptions({
    queryKey: [...notificationsKey, 'unread'] as const,
    queryFn: async ({ signal }) => (await call<NotificationsAnswer>({ method: 'GET', path: 'notifications', query: { limit: 1 }, signal })).unread,
    refetchInterval: COUNTS_EVERY,
  })

/** The newest few, for the dropdown. */
export const newestNotificationsQuery = () =>
  queryOptions({
    queryKey: [...notificationsKey, 'newest'] as const,
    queryFn: ({ signal }) => call<NotificationsAnswer>({ method: 'GET', path: 'notifications', query: { limit: 8 }, signal }),
    staleTime: 0,
  })

/** All of them, page by page. */
export const notificationPagesQuery = (isUnreadOnly: boolean) =>
  infiniteQueryOptions({
    queryKey: [...notificationsKey, 'pages', isUnreadOnly] as const,
    queryFn: ({ signal, pageParam }) => call<NotificationsAnswer>({ method: 'GET', path: 'notifications', query: { limit: PAGE, cursor: pageParam, unread: isUnreadOnly ? 1 : undefined }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.page.next ?? undefined,
  })

/** Marks as read; the counts follow at once, the lists when they are asked again. */
export async function markRead(client: QueryClient, request: ReadRequest): Promise<void> {
  const { data } = await call<Answer<ReadAnswer>>({ method: 'POST', path: 'notifications/read', body: request })
  client.setQueryData(unreadQuery().queryKey, data.unread)
  await client.invalidateQueries({ queryKey: notificationsKey, predicate: ({ queryKey }) => queryKey[1] !== 'unread' })
}

/** Each kind with where the person is notified of it. */
export const preferencesQuery = () =>
  queryOptions({
    queryKey: [...notificationsKey, 'preferences'] as const,
    queryFn: async ({ signal }) => (await call<Answer<NotificationPreference[]>>({ method: 'GET', path: 'notifications/preferences', signal })).data,
  })

/** Changes the kinds that are named; answers all. */
export async function savePreferences(request: PreferencesRequest): Promise<Answer<NotificationPreference[]>> {
  return call({ method: 'POST', path: 'notifications/preferences', body: request })
}

/** Takes over counts that came by themselves. */
export function showCounts(client: QueryClient, { approvals, unread }: LiveCounts): void {
  client.setQueryData(approvalCountQuery().queryKey, approvals)
  client.setQueryData(unreadQuery().queryKey, unread)
}
