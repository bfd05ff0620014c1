import { Navigate, useLocation } from 'react-router-dom'

/**
 * Leads to another address in place of this one, anew for each time that this one is come to: who asks for it again while the page that
 * it leads to is still on its way (a slow network, the Back button) would otherwise stay on an empty one.
 */
export function LeadTo({ to }: { to: string }) {
  return <Navigate key={useLocation().key} to={to} replace />
}
