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
