import { useEffect, type RefObject } from 'react'
import { t } from '../../core/index.ts'
import { currentSession } from '../api/session.ts'
import { portalHistory } from '../navigation/PortalRouter.tsx'
import { confirmed } from '../ui/confirm.ts'

interface LeaveGuard {
  /** Whether there is unsaved work. */
  isGuarded: boolean
  /** The question about it. */
  question: string
  /** True while the screen itself moves on, which asks nothing. */
  isLeaving?: Readonly<RefObject<boolean>>
  /** Parameters of the address that the screen changes without losing anything. */
  within?: readonly string[]
}

const NONE: readonly string[] = []

function searchWithout(search: string, names: readonly string[]): string {
  const params = new URLSearchParams(search)
  for (const name of names) params.delete(name)
  return params.toString()
}

/** The question of the screen that guards unsaved work, and whether it has been answered. */
const guard = { question: undefined as string | undefined, isAnswered: false }

/** Asks before unsaved work is lost, by navigation or by closing the window. One guard per screen. */
export function useLeaveGuard({ isGuarded, question, isLeaving, within = NONE }: LeaveGuard): void {
  useEffect(() => {
    if (!isGuarded) return
    return portalHistory.guard((next) => {
      const here = portalHistory.place().location
      const isSame = next.pathname === here.pathname && searchWithout(next.search, within) === searchWithout(here.search, within)
      // An expired session redirects to the sign-in by itself and returns.
      return isSame || guard.isAnswered || isLeaving?.current === true || currentSession() === null ? undefined : ask(question)
    })
  }, [isGuarded, question, isLeaving, within])
  useEffect(() => {
    if (!isGuarded) return
    guard.question = question
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => {
      guard.question = undefined
      window.removeEventListener('beforeunload', warn)
    }
  }, [isGuarded, question])
}

/** Asks the screen's question before `act`, which replaces every screen; once confirmed, nothing is asked again until it ends. */
export async function leaving(act: () => Promise<void>): Promise<void> {
  if (guard.question !== undefined && !(await ask(guard.question))) return
  guard.isAnswered = true
  try {
    await act()
  } finally {
    guard.isAnswered = false
  }
}

async function ask(question: string): Promise<boolean> {
  return (await confirmed({ title: t('Unsaved changes'), text: question, acceptLabel: t('Leave'), rejectLabel: t('Stay') })) !== undefined
}
