import type { Organisation } from '../../../core/index.ts'
import type { Db } from '../connection/database.ts'
import { literal } from '../sql/field-sql.ts'
import { Statement } from '../sql/statement.ts'

/** Of a company, from a day on, to another if there is one, both included, YYYY-MM-DD. */
export interface HolidaysAsked { company: string; from: string; to?: string }

/** The company's holidays by date, each with the value of `label`; none if the organisation declares no type of holidays. */
export async function holidaysOf(db: Db, { holidays }: Organisation, { company, from, to }: HolidaysAsked, label: string): Promise<{ date: string; title: string }[]> {
  if (holidays === undefined) return []
  const s = new Statement()
  const date = `d.data->>${literal(holidays.date)}`
  return s.run<{ date: string; title: string }>(db, `select ${date} as date, coalesce(d.data->>${literal(label)}, '') as title from documents d
    where d.company = ${s.value(company)} and d.type = ${literal(holidays.type)} and ${date} >= ${s.value(from)}${to === undefined ? '' : ` and ${date} <= ${s.value(to)}`} order by 1`)
}
