import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { messageOf } from '../../api/client.ts'
import { openAnalytics } from '../../api/commands.ts'
import { mayAnalyseQuery } from '../../api/queries.ts'
import { toast } from '../../ui/toasts.ts'

/** Opens the analytics dashboard, a screen of this portal or an address elsewhere in a tab of its own; undefined for whom it is not. */
export function useAnalytics(): (() => void) | undefined {
  const { data: isOffered } = useQuery(mayAnalyseQuery())
  const navigate = useNavigate()
  if (isOffered !== true) return undefined
  return () => {
    openAnalytics().then(
      (url) => {
        if (url.startsWith('/')) void navigate(url)
        else window.open(url, '_blank', 'noopener,noreferrer')
      },
      (error: unknown) => toast.warning(messageOf(error)),
    )
  }
}
