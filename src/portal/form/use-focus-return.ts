import { useEffect, useState } from 'react'

/** For a dialog that is made when it opens: when it goes, the keyboard is back where it was. (Mantine does so only for one that was there before.) */
export function useFocusReturn(): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(() => () => {
    requestAnimationFrame(() => {
      // Whoever took the focus meanwhile, a field with a problem for instance, keeps it.
      const isFree = document.activeElement === null || document.activeElement === document.body
      if (isFree && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    })
  }, [opener])
}
