/** Counting a list stops here, so that the response comes at once; nobody pages further. */
export const MAX_COUNTED = 10_000

/** The count as sent to clients, from a list counted to one above the maximum. */
export function boundedCount(count: number): { count: number; more: boolean } {
  return { count: Math.min(count, MAX_COUNTED), more: count > MAX_COUNTED }
}
