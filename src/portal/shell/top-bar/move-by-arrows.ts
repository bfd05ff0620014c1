import type { KeyboardEvent } from 'react'

/** The arrow keys walk through the links and buttons of a dropdown that is no menu of actions, as they would in one. */
export function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('a[href], button:not(:disabled)')]
  const at = stops.findIndex((stop) => stop === document.activeElement)
  stops.at((at + step + (at < 0 && step < 0 ? 1 : 0)) % stops.length)?.focus()
}
