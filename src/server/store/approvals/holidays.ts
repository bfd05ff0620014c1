import type { Organisation } from '../../../core/index.ts'
import type { Db } from '../connection/database.ts'
import { literal } from '../sql/field-sql.ts'
import { Statement } from '../sql/statement.ts'

/** The company's holidays from a day on, YYYY-MM-DD; none if the organisation declares no type of holidays. */
export async function holidaysFrom(db: Db, { holidays }: Organisation, { company, day }: { company: string; day: string }): Promise<string[]> {
  if (holidays === undefined) return []
  const s = new Statement()
  const date = `d.data->>${literal(holidays.date)}`
  const rows = await s.run<{ date: string }>(db, `select ${date} as date from documents d where d.company = ${s.value(company)} and d.type = ${literal(holidays.type)} and ${date} >= ${s.value(day)}`)
  return rows.map((row) => row.date)
}

/** The company's holidays between two days, both included, in order, with the value of the field that names them. */
export async function holidaysBetween(db: Db, { holidays }: Organisation, { company, from, to, label }: { company: string; from: string; to: string; label: string }): Promise<{ date: string; title: string }[]> {
  if (holidays === undefined) return []
  const s = new Statement()
  const date = `d.data->>${literal(holidays.date)}`
  return s.run<{ date: string; title: string }>(db, `select ${date} as date, coalesce(d.data->>${literal(label)}, '') as title from documents d
    where d.company = ${s.value(company)} and d.type = ${literal(holidays.type)} and ${date} >= ${s.value(from)} and ${date} <= ${s.value(to)} order by 1`)
}
