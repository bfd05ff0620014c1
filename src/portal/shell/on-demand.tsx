import { cloneElement, useEffect, useRef, useState } from 'react'
import type { ButtonHTMLAttributes, ComponentType, ReactElement, Ref } from 'react'
import { t } from '../../core/index.ts'
import { toast } from '../ui/toasts.ts'

/** The button of a menu whose code may not be loaded yet; the menu sets its own ref on it. */
export type MenuButton = ReactElement<ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> }>
export interface MenuProps { button: MenuButton }

interface OnDemandProps<P extends MenuProps> { load: () => Promise<ComponentType<P>>; button: MenuButton; rest: Omit<P, 'button'> }

/** A button that loads its menu on the first click; the menu then takes over the button and opens. */
export function OnDemand<P extends MenuProps>({ load, button, rest }: OnDemandProps<P>) {
  const [Menu, setMenu] = useState<ComponentType<P> | null>(null)
  const [isLoading, setLoading] = useState(false)
  if (Menu) return <Menu {...({ ...rest, button } as P)} />
  const fetchMenu = () => {
    setLoading(true)
    load().then((found) => setMenu(() => found), () => toast.warning(t('This menu could not be loaded. Try again in a moment.'))).finally(() => setLoading(false))
  }
  return cloneElement(button, { 'aria-haspopup': true, 'aria-expanded': false, 'aria-busy': isLoading, onClick: fetchMenu })
}

/** Opens the menu on mount, after focusing the button, to which the focus returns. */
export function useOpening(): { ref: Ref<HTMLButtonElement>; isOpen: boolean; setOpen: (isOpen: boolean) => void } {
  const ref = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    ref.current?.focus({ preventScroll: true })
    setOpen(true)
  }, [])
  return { ref, isOpen, setOpen }
}
