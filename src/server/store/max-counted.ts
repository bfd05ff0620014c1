/** Counting a list stops here: nobody pages further, and the answer comes at once. */
export const MAX_COUNTED = 10_000

/** The count as it is told, of a list counted up to one more than that. */
export function boundedCount(count: number): { count: number; more: boolean } {
  return { count: Math.min(count, MAX_COUNTED), more: count > MAX_COUNTED }
}
