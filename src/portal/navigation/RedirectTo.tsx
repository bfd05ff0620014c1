import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { portalHistory } from './PortalRouter.tsx'

/**
 * Replaces this address by another, each time it is visited. Otherwise a user who returns to it while the target is still loading (slow
 * network, Back button) would stay on an empty page. It listens to the history, not the router: of several locations in quick succession,
 * the router shows only the last.
 */
export function RedirectTo({ to }: { to: string }) {
  const { key } = useLocation()
  useEffect(() => {
    const lead = () => {
      if (portalHistory.place().location.key === key) portalHistory.replace(to)
    }
    lead()
    return portalHistory.listen(lead)
  }, [key, to])
  return null
}
