import { useNavigate } from 'react-router-dom'
import { signOut } from '../api/commands.ts'
import { endSession } from '../api/session.ts'

/** Ends the session on the server and here; here even when the server is away. */
export function useSignOut(): () => void {
  const navigate = useNavigate()
  return () => {
    void signOut()
      .catch(() => undefined)
      .finally(() => {
        endSession()
        void navigate('/auth/login')
      })
  }
}
