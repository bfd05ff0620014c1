import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { addDays } from '../../../../core/index.ts'
import type { CalendarView } from '../../../../core/index.ts'
import { drawnDays, stepped } from './calendar-days.ts'

interface CalendarKeys {
  root: RefObject<HTMLDivElement | null>
  /** The day that the Tab key reaches. */
  focused: string
  onKeyDown: (event: KeyboardEvent) => void
  onFocus: (event: { target: EventTarget }) => void
}

/**
 * The keys of a calendar: left and right go from day to day, down into the events of a day and on to the next week, up the same way back, and
 * Page Up and Page Down to the same day of another period.
 */
export function useCalendarKeys(view: CalendarView, day: string, goTo: (day: string) => void): CalendarKeys {
  const root = useRef<HTMLDivElement>(null)
  const awaited = useRef<string>(undefined)
  const [last, setLast] = useState(day)
  const { from, to } = drawnDays(view, day)
  const focused = last >= from && last <= to ? last : day
  const headOf = (date: string): HTMLElement | null | undefined => root.current?.querySelector<HTMLElement>(`[data-day="${date}"]`)

  useEffect(() => {
    if (awaited.current === undefined) return
    // The new period is drawn some renders later.
    const head = headOf(awaited.current)
    if (!head) return
    awaited.current = undefined
    head.focus()
  })

  const goToDay = (date: string): void => {
    const head = date >= from && date <= to ? headOf(date) : undefined
    if (head) return head.focus()
    awaited.current = date
    setLast(date)
    goTo(date)
  }
  const eventsOn = (date: string): HTMLElement[] => [...(root.current?.querySelectorAll<HTMLElement>('[data-event]') ?? [])].filter(({ dataset }) => (dataset['from'] ?? '') <= date && (dataset['to'] ?? '') >= date)
  const goDown = (at: HTMLElement): void => {
    const events = eventsOn(focused)
    const next = events[events.indexOf(at) + 1]
    if (next) next.focus()
    else if (view === 'month') goToDay(addDays(focused, 7))
  }
  const goUp = (at: HTMLElement): void => {
    const events = eventsOn(focused)
    const index = events.indexOf(at)
    if (index > 0) events[index - 1]?.focus()
    else if (index === 0) headOf(focused)?.focus()
    else if (view === 'month') goToDay(addDays(focused, -7))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = (event.target as HTMLElement).closest<HTMLElement>('[data-day], [data-event]')
    if (at === null || event.ctrlKey || event.altKey || event.metaKey) return
    const keys: Record<string, () => void> = {
      ArrowLeft: () => goToDay(addDays(focused, -1)), ArrowRight: () => goToDay(addDays(focused, 1)), ArrowDown: () => goDown(at), ArrowUp: () => goUp(at),
      PageUp: () => goToDay(stepped(view, focused, -1)), PageDown: () => goToDay(stepped(view, focused, 1)),
    }
    const act = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined
    if (act === undefined) return
    event.preventDefault()
    act()
  }
  const onFocus = ({ target }: { target: EventTarget }): void => {
    const { day: head, from: first, to: end } = (target as HTMLElement).dataset
    if (head !== undefined) setLast(head)
    // An event that the Tab key reached: from it, the keys go on from its first day.
    else if (first !== undefined && end !== undefined && (focused < first || focused > end)) setLast(first)
  }
  return { root, focused, onKeyDown, onFocus }
}
