import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './client.ts'

/** Creates the query client with its cache: one for the sign-in pages and one for each session (ui/IsolatedQueries.tsx). */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // A refusal by the server is final; only a missing response or a server error is retried.
        retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.status < 500),
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  })
