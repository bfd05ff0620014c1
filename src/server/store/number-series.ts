/** Running numbers per company, document type and year. Drawn inside the transaction that uses them; gaps are possible, repeats are not. */
import type { Tx } from './database.ts'
import { Statement } from './statement.ts'

/** Draws the next number; others who draw from the series wait until the transaction ends. */
export async function drawNumber(tx: Tx, company: string, type: string, period: string): Promise<number> {
  const s = new Statement()
  const rows = await s.run<{ last_used: number }>(
    tx,
    `insert into number_series as n (company, type, period, last_used) values (${s.value(company)}, ${s.value(type)}, ${s.value(period)}, 1)
     on conflict (company, type, period) do update set last_used = n.last_used + 1 returning last_used`
  )
  return rows[0]?.last_used ?? 1
}

/** The pattern of a series filled: {YYYY}, {YY}, {MM} from the date and the zeros from the number. */
export function formatNumber(series: string, today: string, number: number): string {
  return series
    .replace('{YYYY}', today.slice(0, 4)).replace('{YY}', today.slice(2, 4)).replace('{MM}', today.slice(5, 7))
    .replace(/\{(0+)\}/, (_, zeros: string) => String(number).padStart(zeros.length, '0'))
}
