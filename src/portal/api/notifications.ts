/** The current user's notifications: the list, the unread count and the preferences. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { Answer, LiveCounts, NotificationPreference, NotificationsAnswer, PreferencesRequest, ReadAnswer, ReadRequest } from '../../contract/index.ts'
import { call } from './client.ts'
import { approvalCountQuery, countsIntervalMs } from './queries.ts'

/** The prefix of every cache key for notifications. */
export const notificationsKey = ['notifications'] as const

const PAGE = 20

/** The unread count; polled, more often while live events are off. */
export const unreadQuery = () =>
  queryOptions({
    queryKey: [...notificationsKey, 'unread'] as const,
    queryFn: async ({ signal }) => (await call<NotificationsAnswer>({ method: 'GET', path: 'notifications', query: { limit: 1 }, signal })).unread,
    refetchInterval: countsIntervalMs,
  })

/** The newest few, for the dropdown. */
export const newestNotificationsQuery = () =>
  queryOptions({
    queryKey: [...notificationsKey, 'newest'] as const,
    queryFn: ({ signal }) => call<NotificationsAnswer>({ method: 'GET', path: 'notifications', query: { limit: 8 }, signal }),
    staleTime: 0,
  })

/** All notifications, page by page. */
export const notificationPagesQuery = (isUnreadOnly: boolean) =>
  infiniteQueryOptions({
    queryKey: [...notificationsKey, 'pages', isUnreadOnly] as const,
    queryFn: ({ signal, pageParam }) => call<NotificationsAnswer>({ method: 'GET', path: 'notifications', query: { limit: PAGE, cursor: pageParam, unread: isUnreadOnly ? 1 : undefined }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.page.next ?? undefined,
  })

/** Marks notifications as read. The count updates at once, the lists when they are refetched. */
export async function markRead(client: QueryClient, request: ReadRequest): Promise<void> {
  const { data } = await call<Answer<ReadAnswer>>({ method: 'POST', path: 'notifications/read', body: request })
  client.setQueryData(unreadQuery().queryKey, data.unread)
  await client.invalidateQueries({ queryKey: notificationsKey, predicate: ({ queryKey }) => queryKey[1] !== 'unread' })
}

/** Each kind of notification with the channels that the user gets it through. */
export const preferencesQuery = () =>
  queryOptions({
    queryKey: [...notificationsKey, 'preferences'] as const,
    queryFn: async ({ signal }) => (await call<Answer<NotificationPreference[]>>({ method: 'GET', path: 'notifications/preferences', signal })).data,
  })

/** Changes the given kinds; returns all of them. */
export async function savePreferences(request: PreferencesRequest): Promise<Answer<NotificationPreference[]>> {
  return call({ method: 'POST', path: 'notifications/preferences', body: request })
}

/** Stores the counts from a live event in the cache. */
export function showCounts(client: QueryClient, { approvals, unread }: LiveCounts): void {
  client.setQueryData(approvalCountQuery().queryKey, approvals)
  client.setQueryData(unreadQuery().queryKey, unread)
}
