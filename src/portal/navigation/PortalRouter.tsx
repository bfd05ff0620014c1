import { useLayoutEffect, useState, useTransition } from 'react'
import type { ReactNode } from 'react'
import { NavigationType, Router } from 'react-router-dom'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import { useWork } from '../ui/work.ts'
import { createPortalHistory } from './portal-history.ts'

/** The history of this window, also for guards. */
export const portalHistory = createPortalHistory(window)

/** The router of the portal. The screen that is left stays until the next one is here, with a progress bar along the top. */
export function PortalRouter({ children }: { children: ReactNode }) {
  const [{ location, action }, setPlace] = useState(portalHistory.place)
  const [isPending, startTransition] = useTransition()
  useWork('page', isPending)
  // Before the effects of screens, which may lead on at once.
  useLayoutEffect(() => portalHistory.listen(() => startTransition(() => setPlace(portalHistory.place()))), [])
  return (
    <>
      {isPending && <ProgressBar delay={120} />}
      <Router location={location} navigationType={TYPES[action]} navigator={portalHistory}>{children}</Router>
    </>
  )
}

const TYPES = { POP: NavigationType.Pop, PUSH: NavigationType.Push, REPLACE: NavigationType.Replace }
