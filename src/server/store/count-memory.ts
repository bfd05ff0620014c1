/**
 * Counting thousands of rows costs far more than showing a page of them, and nobody can tell 8,412 from 8,413. So large
 * counts are remembered for a few seconds; small ones, which people check, are always counted.
 */
import { LRUCache } from 'lru-cache'
import type { Db } from './database.ts'

const LARGE = 1_000
const REMEMBERED_MS = 5_000
const MAX_REMEMBERED = 1_000

type Memory = LRUCache<string, { value: unknown }>
const memories = new WeakMap<Db, Memory>()

/** The count remembered under the name, if it is fresh. */
export function recallCount<T>(db: Db, name: string): T | undefined {
  return memories.get(db)?.get(name)?.value as T | undefined
}

/** Remembers a count when `size`, how much was counted, is large. */
export function rememberCount(db: Db, name: string, value: unknown, size: number): void {
  if (size < LARGE) return
  const memory: Memory = memories.get(db) ?? new LRUCache({ max: MAX_REMEMBERED, ttl: REMEMBERED_MS })
  memories.set(db, memory)
  memory.set(name, { value })
}
