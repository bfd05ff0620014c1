/** Loads the figures behind tiles and series. Sources that read the same documents in the same way share one query. */
import { wireState, type ResolvedField } from '../../core/index.ts'
import { documentFigures, yearsWithDocuments, type Figure, type FigureSource } from '../store/lists/document-figures.ts'
import type { Db } from '../store/connection/database.ts'
import type { VisibleSource } from './visible-source.ts'
import { bordersOf, yearsAround } from './periods.ts'

/** The company, time zone and years to load figures for. */
export interface FigureScope { db: Db; company: string; timeZone: string; year: number; currentYear: number }

/** A group of documents: either their count or the sum of their amounts. */
export interface Counted { /** The month or week of the year, counted from 1. */ part: number; state: string; value: string | null; amount: number }

/** Loads the figures of each source: for one year if the source has a date, otherwise for all time. */
export async function loadFigures(scope: FigureScope, sources: VisibleSource[]): Promise<Counted[][]> {
  const groups = new Map<string, { sources: VisibleSource[]; sums: ResolvedField[] }>()
  for (const source of sources) {
    const id = JSON.stringify([source.type.manifest.id, source.rows, source.date?.name, splitOf(source)?.name, source.parts])
    const group = groups.get(id) ?? { sources: [], sums: [] }
    groups.set(id, group)
    group.sources.push(source)
    if (source.sum !== undefined && !group.sums.includes(source.sum)) group.sums.push(source.sum)
  }
  const found = new Map<VisibleSource, Counted[]>()
  await Promise.all([...groups.values()].map(async ({ sources: [first, ...more], sums }) => {
    if (first === undefined) return
    const { date } = first
    const all = [first, ...more]
    const states = all.some((source) => source.states === undefined) ? undefined : [...new Set(all.flatMap((source) => source.states ?? []))]
    const period = date && { field: date, borders: bordersOf(first.parts, scope.year, date, scope.timeZone) }
    const figures = await documentFigures(scope.db, { ...sourceOf(first, scope), states, period, by: splitOf(first), sums })
    for (const source of all) found.set(source, figuresOf(source, figures, sums))
  }))
  return sources.map((source) => found.get(source) ?? [])
}

/** Years with documents of any source, plus the current and the chosen year; newest first. */
export async function loadYears(scope: FigureScope, sources: VisibleSource[]): Promise<number[]> {
  const distinct = new Map(sources.filter(({ date }) => date !== undefined).map((source) => [JSON.stringify([source.type.manifest.id, source.rows, source.states, source.date?.name]), source]))
  const found = await Promise.all([...distinct.values()].map(async (source) =>
    source.date === undefined ? [] : await yearsWithDocuments(scope.db, sourceOf(source, scope), source.date, yearsAround(scope.currentYear, source.date, scope.timeZone))))
  return [...new Set([scope.currentYear, scope.year, ...found.flat()])].sort((a, b) => b - a)
}

function sourceOf({ type, rows, states }: VisibleSource, { company }: FigureScope): FigureSource {
  return { manifest: type.manifest, company, rows, states }
}

/** The field to group by, unless it is the state: figures are always grouped by state. */
function splitOf({ by, type: { manifest } }: VisibleSource): ResolvedField | undefined {
  return by?.name === manifest.stateField ? undefined : by
}

function figuresOf(source: VisibleSource, figures: Figure[], summed: ResolvedField[]): Counted[] {
  const isByState = source.by !== undefined && splitOf(source) === undefined
  const position = source.sum === undefined ? -1 : summed.indexOf(source.sum)
  return figures
    .filter(({ state }) => source.states?.includes(state) !== false)
    .map(({ part, state, value, count, sums }) => ({ part, state, value: isByState ? wireState(source.type.manifest, state) : value, amount: position === -1 ? count : (sums[position] ?? 0) }))
}
