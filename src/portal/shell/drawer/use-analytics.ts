import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router-dom'
import { messageOf } from '../../api/client.ts'
import { openAnalytics } from '../../api/commands.ts'
import { canViewAnalyticsQuery } from '../../api/queries.ts'
import { toast } from '../../ui/toasts.ts'

/** The analytics dashboard: a screen of this portal, or an external address that opens in a new tab; undefined without access. */
export function useAnalytics(): { open: () => void; isHere: boolean } | undefined {
  const { data } = useQuery(canViewAnalyticsQuery())
  const { pathname } = useLocation()
  const navigate = useNavigate()
  if (data?.can_view_dashboard !== true) return undefined
  const open = () => {
    openAnalytics().then(
      (url) => {
        if (url.startsWith('/')) void navigate(url)
        else window.open(url, '_blank', 'noopener,noreferrer')
      },
      (error: unknown) => toast.warning(messageOf(error)),
    )
  }
  return { open, isHere: data.path === pathname }
}
