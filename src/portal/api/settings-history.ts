import { infiniteQueryOptions } from '@tanstack/react-query'
import type { ListAnswer, SettingsChange } from '../../contract/index.ts'
import { call } from './client.ts'

const PAGE = 10

/** Who changed which settings, newest first (administrators only). */
export const settingsHistoryQuery = () =>
  infiniteQueryOptions({
    queryKey: ['admin', 'settings', 'history'],
    queryFn: ({ signal, pageParam }) => call<ListAnswer<SettingsChange>>({ method: 'GET', path: 'admin/settings/history', query: { limit: PAGE, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.page.next ?? undefined,
  })
