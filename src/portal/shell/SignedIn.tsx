import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, useCallback, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { t } from '../../core/index.ts'
import { COLOURS_GROUP } from '../../contract/index.ts'
import type { BootstrapAnswer } from '../../contract/index.ts'
import { noteLanguage } from '../api/language.ts'
import { bootstrapQuery, companyQuery } from '../api/queries.ts'
import { forgetReturnPage, returnPage } from '../api/session.ts'
import type { Session } from '../api/session.ts'
import { portalHistory } from '../navigation/PortalRouter.tsx'
import { applyLook } from '../theme/look.ts'
import { cancelConfirm } from '../ui/confirm.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { idle } from '../ui/idle.ts'
import { Optional } from '../ui/LazyBoundary.tsx'
import { IsolatedQueries } from '../ui/IsolatedQueries.tsx'
import { endToasts, toast } from '../ui/toasts.ts'
import { isAtRest } from '../ui/work.ts'
import { showSwitching, useSwitching } from './company/switching.ts'
import { createPortal, PortalContext } from './portal-context.ts'
import { fetchScreen } from './screens.ts'
import { Shell } from './Shell.tsx'
import { ShellSkeleton } from './Skeletons.tsx'

const SetUpPage = lazy(() => import('../pages/sign-in/SetUpPage.tsx').then((module) => ({ default: module.SetUpPage })))
const SwitchingOverlay = lazy(() => import('./company/SwitchingOverlay.tsx').then((module) => ({ default: module.SwitchingOverlay })))

/** How long the sign-in message stays over the first screen, in milliseconds. */
const ARRIVED_FOR = 1500

/** How long after the frame the code of notices is fetched, and looked again if the screen is busy then, in milliseconds. */
const NOTICES_AFTER = 1000

/** The portal of a session. */
export function SignedIn({ session }: { session: Session }) {
  const target = useSwitching()
  const { hasMoved, onNotified } = useMoved(session)
  // Keyed by the token, so that the next user, here or in another tab, starts with no data of the previous user or company.
  return (
    <>
      <IsolatedQueries key={`${session.token} ${session.user.default_company} ${session.user.needs_authenticator}`}>
        {session.user.needs_authenticator ? <SetUpPage session={session} /> : <Start session={session} hasMoved={hasMoved} onNotified={onNotified} />}
      </IsolatedQueries>
      {target !== null && <Optional><SwitchingOverlay company={target} /></Optional>}
    </>
  )
}

/** Whether the same user has switched company, in this or another tab, and has not been told yet. */
function useMoved(session: Session): { hasMoved: boolean; onNotified: () => void } {
  const [last, setLast] = useState(session)
  const [hasMoved, setMoved] = useState(false)
  if (session !== last) {
    setLast(session)
    setMoved(last.user.id === session.user.id && (hasMoved || last.user.default_company !== session.user.default_company))
  }
  const onNotified = useCallback(() => setMoved(false), [])
  return { hasMoved, onNotified }
}

function Start({ session, hasMoved, onNotified }: { session: Session; hasMoved: boolean; onNotified: () => void }) {
  const navigate = useNavigate()
  const bootstrap = useQuery(bootstrapQuery())
  const branding = useQuery(companyQuery())
  const isDrawable = useFirstScreen(bootstrap.data)
  const known = useMemo(() => (bootstrap.data && isDrawable ? createPortal(bootstrap.data, session.user) : null), [bootstrap.data, isDrawable, session.user])
  // Rendered in slices: the frame with its first screen at once would keep a slow phone from answering a touch for half a second.
  const portal = useDeferredValue(known)
  useEffect(fetchNotices, [])
  // Before the first screen renders, so that it never appears in the previous company's colours.
  useLayoutEffect(() => {
    if (bootstrap.data) applyLook({ company: bootstrap.data.company.code, colours: bootstrap.data.settings[COLOURS_GROUP] ?? {} })
  }, [bootstrap.data])
  const language = bootstrap.data?.language
  useEffect(() => noteLanguage(language), [language])
  // A question to the previous user must not reach the next one.
  useEffect(() => cancelConfirm, [])
  const arrival = useRef({ hasMoved, user: session.user })
  useEffect(() => {
    // The open screen shows a record of the previous company.
    if (arrival.current.hasMoved) void navigate(returnPage(arrival.current.user), { replace: true })
    arrival.current.hasMoved = false
    forgetReturnPage()
  }, [navigate])
  // Data of the previous company may still be cached for a moment.
  const companyName = branding.data?.id === session.user.default_company ? branding.data.displayName : undefined
  useEffect(() => {
    if (!hasMoved || companyName === undefined) return
    toast.success(t('You are now in {company}.', { company: companyName }))
    onNotified()
  }, [hasMoved, companyName, onNotified])
  const isThere = portal !== null || bootstrap.isError
  useEffect(() => {
    if (!isThere) return undefined
    showSwitching(null)
    // Long enough to be read during or just after loading.
    const timer = setTimeout(() => endToasts('arrival'), ARRIVED_FOR)
    return () => clearTimeout(timer)
  }, [isThere])
  useEffect(() => {
    if (branding.isError) toast.warning(t('Failed To fetch company info'))
  }, [branding.isError])
  if (bootstrap.isError && !portal) return <ErrorState error={bootstrap.error} onRetry={() => void bootstrap.refetch()} />
  if (!portal) return <ShellSkeleton />
  return (
    <PortalContext value={portal}>
      <Shell />
    </PortalContext>
  )
}

/**
 * Whether the screen at the address can be drawn together with the frame: one that is missing then comes 300 ms later, which is how long
 * React keeps a fallback.
 */
function useFirstScreen(bootstrap: BootstrapAnswer | undefined): boolean {
  const client = useQueryClient()
  const { data = false } = useQuery({
    queryKey: ['first-screen'],
    queryFn: async () => {
      if (bootstrap) await fetchScreen(client, bootstrap, portalHistory.place().location)
      return true
    },
    enabled: bootstrap !== undefined, staleTime: Infinity, gcTime: Infinity,
  })
  return data
}

/** Preloads the code of toasts, questions and menus, one after the other: without a network it would be too late. */
function fetchNotices(): () => void {
  let isLeft = false
  let timer: ReturnType<typeof setTimeout>
  const fetchEach = async () => {
    // What the first screen still fetches comes first.
    if (!isAtRest()) return later()
    for (const load of [() => import('../ui/Toasts.tsx'), () => import('../ui/ConfirmDialog.tsx'), () => import('./menus.ts')]) {
      await idle()
      if (isLeft) return
      await load().catch(() => undefined)
    }
  }
  const later = (): void => void (timer = setTimeout(() => void fetchEach(), NOTICES_AFTER))
  later()
  return () => {
    isLeft = true
    clearTimeout(timer)
  }
}
