import { cloneElement, useEffect, useLayoutEffect, useRef, useState, type FocusEvent, type HTMLAttributes, type PointerEvent, type ReactElement } from 'react'
import { createPortal } from 'react-dom'
import classes from './Tip.module.css'

interface TipProps {
  label: string
  /** On which side of the child the text appears, if there is room. */
  position?: 'top' | 'right'
  /** How long the mouse rests before the text appears, in milliseconds. */
  openDelay?: number
  disabled?: boolean
  /** One element, without handlers of its own for pointer and focus. */
  children: ReactElement<HTMLAttributes<HTMLElement>>
}

/**
 * A short text beside its child while a mouse rests on the child or the keyboard focuses it; the child's name for screen readers is its
 * own. Mantine's Tooltip would bring the library that places lists and dialogs to every screen.
 */
export function Tip({ label, position = 'top', openDelay = 250, disabled = false, children }: TipProps) {
  const [target, setTarget] = useState<Element>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const close = (): void => {
    clearTimeout(timer.current)
    setTarget(undefined)
  }
  const handlers = {
    onPointerEnter: ({ pointerType, currentTarget }: PointerEvent): void => {
      if (pointerType === 'mouse' && !disabled) timer.current = setTimeout(() => setTarget(currentTarget), openDelay)
    },
    onPointerLeave: close,
    onPointerDown: close,
    onFocus: ({ currentTarget }: FocusEvent): void => {
      if (currentTarget.matches(':focus-visible') && !disabled) setTarget(currentTarget)
    },
    onBlur: close,
  }
  return (
    <>
      {cloneElement(children, handlers)}
      {target && !disabled && <Bubble label={label} position={position} target={target} onClose={close} />}
    </>
  )
}

/** Placed once: what would move it away from its target closes it, as does Escape. */
function Bubble({ label, position, target, onClose }: { label: string; position: 'top' | 'right'; target: Element; onClose: () => void }) {
  const bubble = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (bubble.current) Object.assign(bubble.current.style, placeOf(target.getBoundingClientRect(), bubble.current.getBoundingClientRect(), position))
  }, [label, target, position])
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') onClose()
    }
    document.addEventListener('keydown', press)
    window.addEventListener('scroll', onClose, true)
    window.addEventListener('resize', onClose)
    return () => {
      document.removeEventListener('keydown', press)
      window.removeEventListener('scroll', onClose, true)
      window.removeEventListener('resize', onClose)
    }
  }, [onClose])
  return createPortal(<div ref={bubble} role="tooltip" className={classes.bubble}>{label}</div>, document.body)
}

const GAP = 6
const EDGE = 8

/** Where the bubble goes: on the other side if the wanted one has no room, and always inside the window. */
function placeOf(target: DOMRect, { width, height }: DOMRect, position: 'top' | 'right'): { left: string; top: string } {
  const place = position === 'top'
    ? { left: target.left + (target.width - width) / 2, top: target.top - GAP - height }
    : { left: target.right + GAP, top: target.top + (target.height - height) / 2 }
  if (position === 'top' && place.top < EDGE) place.top = target.bottom + GAP
  if (position === 'right' && place.left + width + EDGE > window.innerWidth) place.left = target.left - GAP - width
  return { left: inside(place.left, window.innerWidth - width), top: inside(place.top, window.innerHeight - height) }
}

const inside = (at: number, room: number): string => `${String(Math.max(EDGE, Math.min(at, room - EDGE)))}px`
