import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { bootstrapQuery, companyQuery } from '../api/queries.ts'
import { forgetReturnPage, rememberPage, useSession } from '../api/session.ts'
import type { Session } from '../api/session.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { createPortal, PortalContext } from './portal-context.ts'
import { Shell } from './Shell.tsx'
import { ShellSkeleton } from './ShellSkeleton.tsx'

/** Everything behind the sign-in. Without a session the page is remembered and the sign-in page shown. */
export function SignedIn() {
  const session = useSession()
  const { pathname, search } = useLocation()
  if (!session) {
    rememberPage(pathname + search)
    return <Navigate to="/auth/login" replace />
  }
  // Keyed by the token: whoever signs in next, here or in another tab, starts with nothing of the last person's.
  return <Start key={session.token} session={session} />
}

function Start({ session }: { session: Session }) {
  const client = useQueryClient()
  const bootstrap = useQuery(bootstrapQuery())
  const branding = useQuery(companyQuery())
  const portal = useMemo(
    () => (bootstrap.data ? createPortal(bootstrap.data, session.user, branding.data) : null),
    [bootstrap.data, branding.data, session.user],
  )
  useEffect(fetchNotices, [])
  useEffect(() => {
    forgetReturnPage()
    return () => client.clear()
  }, [client])
  if (bootstrap.isError && !portal) return <ErrorState error={bootstrap.error} onRetry={() => void bootstrap.refetch()} />
  if (!portal) return <ShellSkeleton />
  return (
    <PortalContext value={portal}>
      <Shell />
    </PortalContext>
  )
}

/** Toasts and questions are code of their own; without a network it is too late to fetch them. */
function fetchNotices(): () => void {
  const timer = setTimeout(() => void Promise.allSettled([import('../ui/Toasts.tsx'), import('../ui/ConfirmDialog.tsx')]), 1000)
  return () => clearTimeout(timer)
}
