/**
 * Counting thousands of rows costs far more than showing a page of them, and nobody can tell 8,412 from 8,413. Large counts are therefore
 * cached for a few seconds; small ones, which people check, are always counted.
 */
import { LRUCache } from 'lru-cache'
import type { Db } from '../connection/database.ts'

const LARGE = 1_000
const REMEMBERED_MS = 5_000
const MAX_REMEMBERED = 1_000

type Memory = LRUCache<string, { value: unknown }>
const memories = new WeakMap<Db, Memory>()

/** The cached count with this name, if it has not expired. */
export function recallCount<T>(db: Db, name: string): T | undefined {
  return memories.get(db)?.get(name)?.value as T | undefined
}

/** Caches a count if `size`, the number of rows counted, is large. */
export function rememberCount(db: Db, name: string, value: unknown, size: number): void {
  if (size < LARGE) return
  const memory: Memory = memories.get(db) ?? new LRUCache({ max: MAX_REMEMBERED, ttl: REMEMBERED_MS })
  memories.set(db, memory)
  memory.set(name, { value })
}
