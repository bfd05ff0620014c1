import { useEffect, useState } from 'react'

/**
 * For a dialog that mounts when it opens: on unmount, returns the focus to where it was. (Mantine does so only for a dialog that was
 * mounted before.)
 */
export function useFocusReturn(): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(() => () => {
    requestAnimationFrame(() => {
      // Another element that took the focus meanwhile, such as a field with an error, keeps it.
      const isFree = document.activeElement === null || document.activeElement === document.body
      if (isFree && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    })
  }, [opener])
}
