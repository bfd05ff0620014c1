import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { createQueryClient } from '../api/query-client.ts'
import { countQueries } from './work.ts'

/**
 * Gives its children their own query cache for as long as it is mounted. Responses that arrive after a session has ended, or are refused,
 * must not reach the next session.
 */
export function IsolatedQueries({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient)
  useEffect(() => {
    const end = countQueries(client)
    return () => {
      end()
      client.clear()
    }
  }, [client])
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
