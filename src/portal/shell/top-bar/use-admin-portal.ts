import { pathTo } from '../links.ts'
import { firstPath } from '../menu-path.ts'
import { usePortal } from '../portal-context.ts'
import type { Area } from '../use-area.ts'

/** The way to the administration and back; who has the button without being an administrator goes to what of it is theirs. */
export function useAdminPortal({ menu, other }: Area): { label: string; path: string } | undefined {
  const { bootstrap, user } = usePortal()
  if (other) return other
  if (!user.profile.portalAdmin) return undefined
  const users = Object.values(bootstrap.pages).find(({ screen }) => screen === 'users')
  const path = users ? pathTo(users) : firstPath(menu.filter(({ area }) => area !== undefined), bootstrap.pages)
  return path === undefined ? undefined : { label: 'Admin Portal', path }
}
