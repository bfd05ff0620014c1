import type { ResolvedDocumentType } from '../../core/index.ts'
import type { Tx } from '../store/database.ts'
import { drawFree, drawNumber, formatNumber, numberForm, type Series } from '../store/number-series.ts'

/** The pattern of a type's numbers. Records without a series or a key of their own are numbered in one run over all years. */
export function seriesOf({ series }: Pick<ResolvedDocumentType, 'series'>): string {
  return series ?? '{00000000}'
}

/** What a type's numbers begin anew with: the year where they show it, else nothing, or they would come again. */
export function periodOf(type: Pick<ResolvedDocumentType, 'series'>, today: string): string {
  return /\{YY(YY)?\}/.test(seriesOf(type)) ? today.slice(0, 4) : ''
}

/** The next number of a type in a company, as its pattern writes it. A record brought in from elsewhere may have it. Not for series without gaps: number-posted.ts. */
export async function nextNumber(tx: Tx, manifest: ResolvedDocumentType, company: string, today: string): Promise<string> {
  return formatNumber(seriesOf(manifest), today, await drawNumber(tx, seriesIn(manifest, company, today)))
}

/** The next number that no record has, however many in a row were brought in from elsewhere. */
export async function nextFreeNumber(tx: Tx, manifest: ResolvedDocumentType, company: string, today: string): Promise<string> {
  const form = numberForm(seriesOf(manifest), today)
  return formatNumber(seriesOf(manifest), today, await drawFree(tx, seriesIn(manifest, company, today), form))
}

function seriesIn(manifest: ResolvedDocumentType, company: string, today: string): Series {
  return { company, type: manifest.id, period: periodOf(manifest, today) }
}
