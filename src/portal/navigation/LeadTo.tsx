import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { portalHistory } from './PortalRouter.tsx'

/**
 * Leads to another address in place of this one, anew for each time that this one is come to: who asks for it again while the page that
 * it leads to is still on its way (a slow network, the Back button) would otherwise stay on an empty one. Asked of the history, not of
 * the router: of places that follow each other before they are drawn, the router shows only the last.
 */
export function LeadTo({ to }: { to: string }) {
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
