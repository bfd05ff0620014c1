import { useNavigate } from 'react-router-dom'
import { signOut } from '../api/commands.ts'
import { leaving } from './use-leave-guard.ts'
import { endSession } from '../api/session.ts'

/**
 * Asks about unsaved work, then ends the session on the server and in this browser, in the browser even if the server is unreachable; then at the identity provider if it
 * started there.
 */
export function useSignOut(): () => void {
  const navigate = useNavigate()
  return () => {
    void leaving(async () => {
      const there = await signOut().catch(() => null)
      endSession()
      if (there === null) await navigate('/auth/login')
      else window.location.assign(there.address)
    })
  }
}
