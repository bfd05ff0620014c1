import { useEffect, useState } from 'react'
import { isTyping } from './is-typing.ts'

/** Whether the list of keys is open; ? opens it, unless the user is typing. */
export function useKeysDialog(isOn = true): { isOpen: boolean; open: () => void; close: () => void } {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (!isOn) return
    const press = (event: KeyboardEvent): void => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || isTyping()) return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isOn])
  return { isOpen, open: () => setOpen(true), close: () => setOpen(false) }
}
