import { useEffect, useState } from 'react'
import { isTyping } from './is-typing.ts'

/**
 * Whether the list of keys is open; ? opens it, unless the user is typing. The frame listens at the window: a screen with keys of its own
 * has answered by then.
 */
export function useKeysDialog(isOn = true, at: 'screen' | 'frame' = 'screen'): { isOpen: boolean; open: () => void; close: () => void } {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (!isOn) return
    const target: EventTarget = at === 'frame' ? window : document
    const press = (event: Event): void => {
      if (!(event instanceof KeyboardEvent) || event.defaultPrevented) return
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || isTyping()) return
      event.preventDefault()
      setOpen(true)
    }
    target.addEventListener('keydown', press)
    return () => target.removeEventListener('keydown', press)
  }, [isOn, at])
  return { isOpen, open: () => setOpen(true), close: () => setOpen(false) }
}
