import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Answer, SearchHit } from '../../contract/index.ts'
import { MIN_SEARCH_LENGTH } from '../../contract/index.ts'
import { call } from './client.ts'

/** Records of the person's own lists; what was found before stays until the next answer. */
export const searchQuery = (text: string) =>
  queryOptions({
    queryKey: ['search', text],
    queryFn: async ({ signal }) => (await call<Answer<SearchHit[]>>({ method: 'GET', path: 'portal/search', query: { q: text }, signal })).data,
    enabled: text.length >= MIN_SEARCH_LENGTH,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
