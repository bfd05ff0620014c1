import type { ResolvedDocumentType } from '../../core/index.ts'
import type { Tx } from '../store/connection/database.ts'
import { drawFree, drawNumber, drawNumbers, formatNumber, numberForm, type Series } from '../store/documents/number-series.ts'

/** The pattern of a type's numbers. Records with neither a series nor a key of their own are numbered consecutively across all years. */
export function seriesOf({ series }: Pick<ResolvedDocumentType, 'series'>): string {
  return series ?? '{00000000}'
}

/** The period after which a type's numbers restart: the year if the pattern contains it, otherwise none, since numbers would repeat. */
export function periodOf(type: Pick<ResolvedDocumentType, 'series'>, today: string): string {
  return /\{YY(YY)?\}/.test(seriesOf(type)) ? today.slice(0, 4) : ''
}

/**
 * Draws the next numbers of a type in a company, formatted by its pattern. An imported record may already have one. Not for gapless series:
 * see number-posted.ts.
 */
export async function nextNumbers(tx: Tx, manifest: ResolvedDocumentType, company: string, today: string, count: number): Promise<string[]> {
  return (await drawNumbers(tx, seriesIn(manifest, company, today), count)).map((number) => formatNumber(seriesOf(manifest), today, number))
}

/** Draws one. */
export async function nextNumber(tx: Tx, manifest: ResolvedDocumentType, company: string, today: string): Promise<string> {
  return formatNumber(seriesOf(manifest), today, await drawNumber(tx, seriesIn(manifest, company, today)))
}

/** Draws the next number that no record has, however many consecutive ones imported records have taken. */
export async function nextFreeNumber(tx: Tx, manifest: ResolvedDocumentType, company: string, today: string): Promise<string> {
  const form = numberForm(seriesOf(manifest), today)
  return formatNumber(seriesOf(manifest), today, await drawFree(tx, seriesIn(manifest, company, today), form))
}

function seriesIn(manifest: ResolvedDocumentType, company: string, today: string): Series {
  return { company, type: manifest.id, period: periodOf(manifest, today) }
}
