import type { ResolvedDocumentType } from '../../core/index.ts'
import type { Tx } from '../store/database.ts'
import { drawGapless, drawNumber, formatNumber } from '../store/number-series.ts'

/** The pattern of a type's numbers. Records without a series or a key of their own are numbered in one run over all years. */
export function seriesOf({ series }: Pick<ResolvedDocumentType, 'series'>): string {
  return series ?? '{00000000}'
}

/** What a type's numbers begin anew with: the year where they show it, else nothing, or they would come again. */
export function periodOf(type: Pick<ResolvedDocumentType, 'series'>, today: string): string {
  return /\{YY(YY)?\}/.test(seriesOf(type)) ? today.slice(0, 4) : ''
}

/** The next number of a type in a company, as its pattern writes it. */
export async function nextNumber(tx: Tx, manifest: ResolvedDocumentType, company: string, today: string): Promise<string> {
  const series = { company, type: manifest.id, period: periodOf(manifest, today) }
  return formatNumber(seriesOf(manifest), today, await (manifest.gapless === true ? drawGapless(tx, series) : drawNumber(tx, series)))
}
