import { createContext, startTransition, use, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { Turns } from './turns.ts'
import { useWork } from './work.ts'

const TurnsContext = createContext<Turns | null>(null)

/**
 * Its parts that use `useDrawn` appear one after the other, each where it stays. While some are missing, `data-drawing` hides what they will
 * move.
 */
export function InTurns({ children }: { children: ReactNode }) {
  const [turns] = useState(() => new Turns())
  const isOver = useSyncExternalStore(turns.subscribe, () => turns.isOver)
  useWork('page', !isOver)
  useEffect(() => turns.callNext(), [turns])
  return <div style={{ display: 'contents' }} data-drawing={!isOver || undefined}><TurnsContext value={turns}>{children}</TurnsContext></div>
}

/** How many of so many parts are drawn now: all of them if nothing around draws in turns, otherwise `step` more with each turn. */
export function useDrawn(total: number, step: number, level: 'part' | 'detail'): number {
  const turns = use(TurnsContext)
  const [owner] = useState({})
  const [drawn, setDrawn] = useState(step)
  const isMissing = drawn < total
  useEffect(() => {
    if (turns === null || turns.isOver) return undefined
    if (isMissing) turns.ask(owner, level, () => startTransition(() => setDrawn(drawn + step)))
    else turns.end(owner)
    return () => turns.end(owner)
  }, [turns, owner, level, drawn, step, isMissing])
  return turns === null || turns.isOver ? total : Math.min(drawn, total)
}
