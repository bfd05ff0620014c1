import { useQuery } from '@tanstack/react-query'
import { download } from '../api/client.ts'
import { useBranding, usePortal } from './portal-context.ts'

/** The address of the user's picture: their own, or the company's for everybody; null while there is none, so that initials are shown. */
export function useAvatar(): string | null {
  const { bootstrap: { picture } } = usePortal()
  const branding = useBranding()
  const { data: own } = useQuery({
    queryKey: ['picture', picture],
    queryFn: async ({ signal }) => URL.createObjectURL((await download('portal/picture', { id: picture }, signal)).blob),
    enabled: picture !== undefined,
    staleTime: Infinity,
    // An address stays valid as long as the window.
    gcTime: Infinity,
    retry: false,
  })
  return own ?? branding?.images.site_user_avatar ?? null
}
