import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './client.ts'

/** What is asked of the server, and what is in hand of it: one for the sign-in pages and one for each session (ui/OwnQueries.tsx). */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // What the server refused stays refused; only silence and its own failures are worth another try.
        retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.status < 500),
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  })
