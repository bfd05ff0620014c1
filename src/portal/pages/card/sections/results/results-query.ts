import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { JobResults } from '../../../../../contract/index.ts'
import { call } from '../../../../api/client.ts'
import { documentPath } from '../../../../api/endpoints.ts'
import { typeKey } from '../../../../api/queries.ts'

/** The results of a run, page by page; fetched anew whenever the run has changed. */
export const resultsQuery = (type: string, run: string, outcome: string, rev: number) =>
  infiniteQueryOptions({
    queryKey: [...typeKey(type), 'results', run, outcome, rev] as const,
    queryFn: ({ signal, pageParam }) => call<JobResults>({ method: 'GET', path: `${documentPath(type, run)}/results`, query: { outcome, after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.page.next,
    placeholderData: keepPreviousData,
  })
