import { useId as useOwnId } from 'react'

/**
 * Replaces the hook with which Mantine names its elements (vite.config.ts). Its own gives each a random name after mounting, for servers that
 * render pages: here, that renders everything that has a name twice, at once, in the task in which it appears.
 */
export function useId(given?: string): string {
  const own = useOwnId()
  // A colon has a meaning in selectors.
  return typeof given === 'string' ? given : `mantine-${own.replaceAll(':', '')}`
}
