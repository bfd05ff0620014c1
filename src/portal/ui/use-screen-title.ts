import { useEffect } from 'react'

/** Sets the window's title to the screen's. */
export function useScreenTitle(title: string, owner = 'ESS'): void {
  useEffect(() => {
    document.title = `${title} · ${owner}`
  }, [title, owner])
}
