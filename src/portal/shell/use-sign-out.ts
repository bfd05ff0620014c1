import { useNavigate } from 'react-router-dom'
import { signOut } from '../api/commands.ts'
import { endSession } from '../api/session.ts'

/**
 * Ends the session on the server and in this browser, in the browser even if the server is unreachable; then at the identity provider if it
 * started there.
 */
export function useSignOut(): () => void {
  const navigate = useNavigate()
  return () => {
    void signOut()
      .catch(() => null)
      .then((there) => {
        endSession()
        if (there === null) void navigate('/auth/login')
        else window.location.assign(there.address)
      })
  }
}
