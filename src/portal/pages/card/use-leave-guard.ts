import { useCallback, useEffect } from 'react'
import { useBlocker } from 'react-router-dom'
import { confirmed, currentSession } from '../../sdk.ts'
import type { Card } from './use-card.ts'

/** Asks before unsaved work is left behind; the draft stays either way, so that "leave" loses nothing. */
export function useLeaveGuard(card: Card): void {
  const isGuarded = card.isDirty && card.canEdit
  const blocker = useBlocker(
    useCallback(
      // A lost session goes to sign-in by itself and comes back to the draft.
      ({ currentLocation, nextLocation }) => isGuarded && !card.isLeaving.current && currentSession() !== null && currentLocation.pathname + currentLocation.search !== nextLocation.pathname + nextLocation.search,
      [isGuarded, card.isLeaving],
    ),
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void confirmed({ title: 'Unsaved changes', text: 'You have unsaved changes. Leave this page? They are kept in this browser and restored when you come back.', acceptLabel: 'Leave', rejectLabel: 'Stay' }).then((yes) =>
      yes ? blocker.proceed() : blocker.reset(),
    )
  }, [blocker])
  useEffect(() => {
    if (!isGuarded) return
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isGuarded])
}
