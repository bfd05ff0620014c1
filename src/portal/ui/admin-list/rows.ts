import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { t } from '../../../core/index.ts'
import type { ListAnswer } from '../../../contract/index.ts'
import { showMore } from '../../api/show-more.ts'
import { formatNumber } from '../format.ts'

/** The rows of a list as far as they are loaded. */
export interface AdminRows<T> {
  /** Undefined until they are loaded. */
  rows: T[] | undefined
  error: Error | null
  isFetching: boolean
  retry: () => void
  /** How many of how many. */
  count: string
  /** Shows more rows; undefined if there are no more. */
  more: (() => void) | undefined
  isLoadingMore: boolean
}

/** The rows of an answer that comes page by page. */
export function pagedRows<T>(answer: UseInfiniteQueryResult<InfiniteData<ListAnswer<T>>>): AdminRows<T> {
  const rows = answer.data?.pages.flatMap((page) => page.data)
  const last = answer.data?.pages.at(-1)?.page
  return {
    rows, error: answer.error, isFetching: answer.isFetching, retry: () => void answer.refetch(), isLoadingMore: answer.isFetchingNextPage,
    count: rows && last ? countText(rows.length, last.count, last.more) : '', more: answer.hasNextPage ? () => void showMore(answer) : undefined,
  }
}

/** “25 of 60”, “60 of 1,000+”. */
export function countText(shown: number, all: number, isMore = false): string {
  return t('{shown} of {all}', { shown: formatNumber(shown), all: `${formatNumber(all)}${isMore ? '+' : ''}` })
}
