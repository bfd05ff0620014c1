/** The figures as tables for a terminal, and whether they meet the expectations. */
import type { Comparison } from './rounds.ts'
import type { Depth } from './paging.ts'
import type { Figures } from './load.ts'

/** The minimum fraction of the hand-written server's requests per second. */
const EXPECTED: Record<string, number> = { list: 0.5, get: 0.6, create: 0.5 }
const DEEPEST = 1.3
const MAX_MEMORY_MB = 170

/** The rows of a comparison; the last column shows the expectation. */
export function comparisonTable(comparisons: Comparison[]): string {
  const rows = comparisons.flatMap(({ name, engine, hand, ratio, lowest, highest }) => [
    [name, 'engine', ...columns(engine), `${percent(ratio)} (${percent(lowest)} to ${percent(highest)})`, expectation(EXPECTED[name], ratio)],
    ['', 'by hand', ...columns(hand), '', '']
  ])
  return table(['call', 'server', 'req/s', 'p50 ms', 'p99 ms', 'of hand-written', 'expected'], rows)
}

/** A comparison in one line, printed as soon as it is known. */
export function comparisonLine({ name, engine, hand, ratio }: Comparison): string {
  return `${name}: ${engine.perSecond.toFixed(0)} req/s, by hand ${hand.perSecond.toFixed(0)}, ${percent(ratio)}`
}

function expectation(expected: number | undefined, ratio: number): string {
  if (expected === undefined) return '-'
  return `${percent(expected)} ${ratio >= expected ? 'met' : 'NOT MET'}`
}

/** The rows of the list at several sizes. */
export function pagingTable(depths: Depth[]): string {
  const rows = depths.map(({ documents, page, sort, first, deep }) => [
    documents.toLocaleString('en-KE'), sort, first.p50.toFixed(2), `${deep.p50.toFixed(2)} (page ${page})`, `${(deep.p50 / first.p50).toFixed(2)}x`,
    `${DEEPEST}x ${deep.p50 <= DEEPEST * first.p50 ? 'met' : 'NOT MET'}`
  ])
  return table(['documents', 'sort', 'first page p50 ms', 'deep page p50 ms', 'deep by first', 'expected at most'], rows)
}

/** Resident memory after all measurements, in MB. */
export function memoryTable(engine: number, hand: number): string {
  return table(['server', 'resident MB', 'expected below'], [
    ['engine', engine.toFixed(0), `${MAX_MEMORY_MB} ${engine < MAX_MEMORY_MB ? 'met' : 'NOT MET'}`], ['by hand', hand.toFixed(0), '-']
  ])
}

/** Whether all expectations are met. */
export function isMet(comparisons: Comparison[], depths: Depth[], engineMemory: number): boolean {
  return comparisons.every(({ name, ratio }) => ratio >= (EXPECTED[name] ?? 0)) && depths.every(({ first, deep }) => deep.p50 <= DEEPEST * first.p50) && engineMemory < MAX_MEMORY_MB
}

function columns({ perSecond, p50, p99 }: Figures): string[] {
  return [perSecond.toFixed(0), p50.toFixed(2), p99.toFixed(2)]
}

function percent(part: number): string {
  return `${(part * 100).toFixed(0)} %`
}

function table(head: string[], rows: string[][]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: string[]): string => cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd()
  return [line(head), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(line)].join('\n')
}
