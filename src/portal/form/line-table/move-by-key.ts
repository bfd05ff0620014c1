import type { KeyboardEvent } from 'react'

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** Enter and the arrow keys move to the same column of the next or previous line, Ctrl+Enter adds a line. An open list keeps its keys. */
export function moveByKey(event: KeyboardEvent, root: HTMLElement | null, add: () => void): void {
  const target = event.target as HTMLElement
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault()
    event.stopPropagation()
    return add()
  }
  const cell = target.closest<HTMLElement>('[data-cell]')
  if (!cell || event.altKey || target.tagName === 'BUTTON' || target.getAttribute('aria-expanded') === 'true') return
  // The arrow keys open a closed list, and move between the lines of a longer text.
  const keepsArrows = target.getAttribute('aria-haspopup') === 'listbox' || target.tagName === 'TEXTAREA'
  if (keepsArrows && event.key !== 'Enter') return
  const step = event.key === 'Enter' ? stepOfEnter(event) : STEPS[event.key]
  if (step === undefined) return
  const [line = 0, column = 0] = (cell.dataset['cell'] ?? '').split(':').map(Number)
  if (focusCell(root, line + step, column)) event.preventDefault()
}

const stepOfEnter = (event: KeyboardEvent): number => (event.shiftKey ? -1 : 1)

/** Focuses a column of a line, or the line's first field on a phone; returns false if there is no such line. */
export function focusCell(root: HTMLElement | null, line: number, column: number): boolean {
  const cell = root?.querySelector<HTMLElement>(`[data-cell="${line}:${column}"]`)
  const input = cell?.querySelector<HTMLElement>('input:not([disabled]), textarea, button') ?? root?.querySelector<HTMLElement>(`[data-line="${line}"] :is(input, textarea):not([disabled])`)
  input?.focus()
  return input !== null && input !== undefined
}
