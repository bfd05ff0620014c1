import { useEffect } from 'react'

/** Names the window after the screen. */
export function useScreenTitle(title: string, owner = 'ESS'): void {
  useEffect(() => {
    document.title = `${title} · ${owner}`
  }, [title, owner])
}
