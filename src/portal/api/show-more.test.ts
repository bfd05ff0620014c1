import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { showMore } from './show-more.ts'

const KEY = ['entries']

/** A paged list whose pages after the first arrive only when released. */
function pagesOf() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const waiting: (() => void)[] = []
  const observer = new InfiniteQueryObserver(client, {
    queryKey: KEY, initialPageParam: 1, getNextPageParam: (last: number) => (last < 3 ? last + 1 : undefined),
    queryFn: async ({ pageParam }) => {
      if (pageParam > 1) await new Promise<void>((resolve) => waiting.push(resolve))
      return pageParam
    },
  })
  const stop = observer.subscribe(() => undefined)
  const shown = (): number[] => observer.getCurrentResult().data?.pages ?? []
  const until = (count: number): Promise<void> => expect.poll(() => waiting.length).toBe(count)
  return { client, observer, shown, until, stop, letThrough: () => waiting.splice(0).forEach((go) => go()) }
}

describe('the next page of a list', () => {
  it('it is shown even when the list is reloaded while it is loading', async () => {
    const { client, observer, shown, until, stop, letThrough } = pagesOf()
    await expect.poll(shown).toEqual([1])
    const isShown = showMore(observer.getCurrentResult())
    await until(1)
    void client.invalidateQueries({ queryKey: KEY })
    await until(2)
    letThrough()
    await isShown
    expect(shown()).toEqual([1, 2])
    stop()
  })

  it('it is not requested again when the server refuses it', async () => {
    let calls = 0
    const fetchNextPage = () => {
      calls += 1
      return Promise.resolve({ isError: true })
    }
    await showMore({ data: { pages: [1], pageParams: [] }, fetchNextPage } as never)
    expect(calls).toBe(1)
  })
})
