import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Answer, SearchHit } from '../../contract/index.ts'
import { MIN_SEARCH_LENGTH } from '../../contract/index.ts'
import { call } from './client.ts'

/** Searches the current user's own lists; the previous results stay until the next response. */
export const searchQuery = (text: string) =>
  queryOptions({
    queryKey: ['search', text],
    queryFn: async ({ signal }) => (await call<Answer<SearchHit[]>>({ method: 'GET', path: 'portal/search', query: { q: text }, signal })).data,
    enabled: text.length >= MIN_SEARCH_LENGTH,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
