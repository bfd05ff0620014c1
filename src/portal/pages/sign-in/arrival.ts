/** From a sign-in to the page that was requested or left. */
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { LoginAnswer, SessionUser } from '../../../contract/index.ts'
import { returnPage, startSession, useSession } from '../../api/session.ts'

/** Redirects as soon as a user is signed in, also in another tab. */
export function useLeaveWhenSignedIn(): void {
  const session = useSession()
  const navigate = useNavigate()
  useEffect(() => {
    if (session) void navigate(returnPage(session.user), { replace: true })
  }, [session, navigate])
}

/** Starts a session at once and redirects after `delay` ms, so that the success is seen. A reload meanwhile loses nothing. */
export function useArrival(delay: number): { hasArrived: boolean; arrive: (answer: LoginAnswer) => void } {
  const navigate = useNavigate()
  const [user, setUser] = useState<SessionUser | null>(null)
  useEffect(() => {
    if (!user) return undefined
    const timer = setTimeout(() => void navigate(returnPage(user), { replace: true }), delay)
    return () => clearTimeout(timer)
  }, [user, delay, navigate])
  const arrive = (answer: LoginAnswer) => {
    startSession(answer)
    setUser(answer.user)
  }
  return { hasArrived: user !== null, arrive }
}
