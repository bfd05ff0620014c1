/** A stretch of time by the day it starts and the day the next one may start, ISO dates, and what it counts. */
export interface Span { start: string; end: string; amount: number }

/**
 * The sum of what the spans count that meet the stretch from start to end, directly or through one another. Two meet if one starts no later
 * than the other ends.
 * @returns 0 if none meets it
 */
export function adjoining(start: string, end: string, spans: Span[]): number {
  let [first, last] = [start, end]
  let apart = spans
  let sum = 0
  for (;;) {
    const reached = apart.filter((span) => span.start <= last && span.end >= first)
    if (reached.length === 0) return sum
    for (const span of reached) {
      sum += span.amount
      if (span.start < first) first = span.start
      if (span.end > last) last = span.end
    }
    apart = apart.filter((span) => !reached.includes(span))
  }
}
