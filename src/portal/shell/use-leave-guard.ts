import { useCallback, useEffect, type RefObject } from 'react'
import { useBlocker } from 'react-router-dom'
import { currentSession } from '../api/session.ts'
import { confirmed } from '../ui/confirm.ts'

interface LeaveGuard {
  /** Whether something would be left behind. */
  isGuarded: boolean
  /** What becomes of it, asked as a question. */
  question: string
  /** True while the screen itself moves on, which asks nothing. */
  isLeaving?: RefObject<boolean>
}

/** Asks before unsaved work is left behind, within the portal and by closing the window. One guard a screen. */
export function useLeaveGuard({ isGuarded, question, isLeaving }: LeaveGuard): void {
  const blocker = useBlocker(
    useCallback(
      // A lost session goes to sign-in by itself and comes back.
      ({ currentLocation, nextLocation }) => isGuarded && isLeaving?.current !== true && currentSession() !== null && currentLocation.pathname + currentLocation.search !== nextLocation.pathname + nextLocation.search,
      [isGuarded, isLeaving],
    ),
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void confirmed({ title: 'Unsaved changes', text: question, acceptLabel: 'Leave', rejectLabel: 'Stay' }).then((yes) => (yes ? blocker.proceed() : blocker.reset()))
  }, [blocker, question])
  useEffect(() => {
    if (!isGuarded) return
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isGuarded])
}
