import { infiniteQueryOptions } from '@tanstack/react-query'
import type { ListAnswer, SignInRecord } from '../../contract/index.ts'
import { ALWAYS_STALE } from './queries.ts'
import { call } from './client.ts'

const PAGE = 50

/** Sign-ins and failed attempts, newest first (administrators only). */
export const signInsQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'signins', search],
    ...ALWAYS_STALE,
    queryFn: ({ signal, pageParam }) => call<ListAnswer<SignInRecord>>({ method: 'GET', path: 'admin/signins', query: { search, limit: PAGE, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.page.next ?? undefined,
  })
