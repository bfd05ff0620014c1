import { useLayoutEffect, useState, useTransition } from 'react'
import type { ReactNode } from 'react'
import { NavigationType, Router } from 'react-router-dom'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import { useWork } from '../ui/work.ts'
import { createPortalHistory } from './portal-history.ts'

/** This window's history; guards use it too. */
export const portalHistory = createPortalHistory(window)

/** The portal's router. The previous screen stays until the next one has loaded, with a progress bar along the top. */
export function PortalRouter({ children }: { children: ReactNode }) {
  const [{ location, action }, setPlace] = useState(portalHistory.place)
  const [isPending, startTransition] = useTransition()
  useWork('page', isPending)
  // Subscribes before the screens' effects run, because they may redirect immediately.
  useLayoutEffect(() => {
    // The first rendering takes several tasks, between which somebody may have gone elsewhere.
    setPlace(portalHistory.place())
    return portalHistory.listen(() => startTransition(() => setPlace(portalHistory.place())))
  }, [])
  return (
    <>
      {isPending && <ProgressBar />}
      <Router location={location} navigationType={TYPES[action]} navigator={portalHistory}>{children}</Router>
    </>
  )
}

const TYPES = { POP: NavigationType.Pop, PUSH: NavigationType.Push, REPLACE: NavigationType.Replace }
