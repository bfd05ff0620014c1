import type { UseInfiniteQueryResult } from '@tanstack/react-query'

/** Events may interrupt a page request; this many in a row are unlikely. */
const MAX_TRIES = 5

type Paged = Pick<UseInfiniteQueryResult<{ pages: unknown[] }>, 'data' | 'fetchNextPage'>

/**
 * Fetches the page after those on screen. An event meanwhile refetches the pages on screen and silently cancels the requested one, so it is
 * requested again: a click is never lost.
 */
export async function showMore({ data, fetchNextPage }: Paged): Promise<void> {
  const shown = data?.pages.length ?? 0
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const { data: next, isError } = await fetchNextPage({ cancelRefetch: false })
    if (isError || (next?.pages.length ?? 0) > shown) return
  }
}
