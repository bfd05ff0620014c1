/** The current user's addresses for calendar programs. */
import { queryOptions } from '@tanstack/react-query'
import type { Answer, CalendarFeeds, FeedMade, FeedRequest } from '../../contract/index.ts'
import { call } from './client.ts'

/** The addresses that there are, and the types that offer one. */
export const calendarFeedsQuery = () =>
  queryOptions({ queryKey: ['calendar-feeds'] as const, queryFn: async ({ signal }) => (await call<Answer<CalendarFeeds>>({ method: 'GET', path: 'calendar-feeds', signal })).data })

/** Makes an address; the response is the only one that has it. */
export function makeFeed(request: FeedRequest): Promise<Answer<FeedMade>> {
  return call({ method: 'POST', path: 'calendar-feeds', body: request })
}

/** Revokes an address: programs that read it get nothing more. */
export function revokeFeed(id: string): Promise<Answer<{ id: string }>> {
  return call({ method: 'DELETE', path: `calendar-feeds/${id}` })
}
