/**
 * Counting thousands of rows costs far more than showing a page of them, and nobody can tell 8,412 from 8,413. So large
 * counts are remembered for a few seconds; small ones, which people check, are always counted.
 */
import type { Db } from './database.ts'

const LARGE = 1_000
const REMEMBERED_MS = 5_000
const MOST_REMEMBERED = 1_000

interface Remembered { value: unknown; until: number }
const memories = new WeakMap<Db, Map<string, Remembered>>()

/** The count remembered under the name, if it is fresh. */
export function recallCount<T>(db: Db, name: string): T | undefined {
  const known = memories.get(db)?.get(name)
  return known && known.until > performance.now() ? (known.value as T) : undefined
}

/** Remembers a count when `size`, how much was counted, is large. */
export function rememberCount(db: Db, name: string, value: unknown, size: number): void {
  if (size < LARGE) return
  const memory = memories.get(db) ?? new Map<string, Remembered>()
  memories.set(db, memory)
  if (memory.size >= MOST_REMEMBERED) memory.clear()
  memory.set(name, { value, until: performance.now() + REMEMBERED_MS })
}
