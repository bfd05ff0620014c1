/**
 * Counting thousands of rows costs far more than showing a page of them, and nobody can tell 8,412 from 8,413. So large
 * counts are remembered for a few seconds; small ones, which people check, are always counted.
 */
import type { Db } from './database.ts'

const LARGE = 1_000
const REMEMBERED_MS = 5_000
const MOST_REMEMBERED = 1_000

interface Remembered<T> { value: T; until: number }
const memories = new WeakMap<Db, Map<string, Remembered<unknown>>>()

/** The remembered answer to the question, or a fresh one from `count`; `size` tells how much was counted. */
export async function countWithMemory<T>(db: Db, question: string, count: () => Promise<T>, size: (value: T) => number): Promise<T> {
  const memory = memoryOf(db)
  const known = memory.get(question)
  if (known && known.until > performance.now()) return known.value as T
  const value = await count()
  memory.delete(question)
  if (memory.size >= MOST_REMEMBERED) memory.clear()
  if (size(value) >= LARGE) memory.set(question, { value, until: performance.now() + REMEMBERED_MS })
  return value
}

function memoryOf(db: Db): Map<string, Remembered<unknown>> {
  const known = memories.get(db)
  if (known) return known
  const fresh = new Map<string, Remembered<unknown>>()
  memories.set(db, fresh)
  return fresh
}
