import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { createQueryClient } from '../api/query-client.ts'
import { countQueries } from './work.ts'

/**
 * What is asked within is in hand for as long as this is drawn, and for nobody outside: what a session had under way when it ended
 * still comes, or is refused, and must not be what the next one finds.
 */
export function OwnQueries({ children }: { children: ReactNode }) {
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
