import { usePortal } from '../portal-context.ts'
import type { Area } from '../use-area.ts'

/** The way to the administration and back. Who has one menu for all has the button as well, unless they arrive in the administration anyway. */
export function useAdminPortal({ other }: Area): { label: string; path: string } | undefined {
  const { administration, home } = usePortal().bootstrap
  if (other) return other
  return administration === null || administration === home ? undefined : { label: 'Admin Portal', path: administration }
}
