import type { UseInfiniteQueryResult } from '@tanstack/react-query'

/** Events may come in while one waits for a page; so many of them in a row hardly. */
const MAX_TRIES = 5

type Paged = Pick<UseInfiniteQueryResult<{ pages: unknown[] }>, 'data' | 'fetchNextPage'>

/**
 * Fetches the page after those that are shown. What happens meanwhile has the shown pages read anew, which cancels the page that
 * was asked for without a word: it is asked for again, so that a press is never lost.
 */
export async function showMore({ data, fetchNextPage }: Paged): Promise<void> {
  const shown = data?.pages.length ?? 0
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const { data: next, isError } = await fetchNextPage({ cancelRefetch: false })
    if (isError || (next?.pages.length ?? 0) > shown) return
  }
}
