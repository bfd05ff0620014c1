/** Sums of a person's entries in a ledger, by account, period and kind. */
import type { ResolvedBalances, ResolvedDocumentType } from '../../../core/index.ts'
import type { Db } from '../connection/database.ts'
import { dataValue, literal } from '../sql/field-sql.ts'
import { Statement } from '../sql/statement.ts'

/** `sums` are in the order of the fields asked for. */
export interface AccountSum { by: string; period: string; account: string; kind: string; sums: number[] }

/** The most groups of a person: accounts times periods times kinds. */
const MAX_GROUPS = 5_000

/** The person's sums; with a period, only of this one. */
export async function accountSums(db: Db, { id }: Pick<ResolvedDocumentType, 'id'>, balances: ResolvedBalances, criteria: { company: string; employee: string; period: string | undefined; fields: string[] }): Promise<AccountSum[]> {
  const s = new Statement()
  const text = (field: string | undefined): string => (field === undefined ? `''` : `coalesce(${dataValue(field, 'text', 'd.')}, '')`)
  const ofPeriod = criteria.period === undefined ? '' : ` and ${text(balances.period)} = ${s.value(criteria.period, 'text')}`
  const sums = criteria.fields.map((field) => `coalesce(sum(${dataValue(field, 'numeric', 'd.')}), 0)`)
  return s.run<AccountSum>(
    db,
    `select ${text(balances.by)} as by, ${text(balances.period)} as period, max(${text(balances.account)}) as account, ${text(balances.kind)} as kind, jsonb_build_array(${sums.join(', ')}) as sums
     from documents d where d.company = ${s.value(criteria.company)} and d.type = ${literal(id)} and ${dataValue(balances.owner, 'text', 'd.')} = ${s.value(criteria.employee, 'text')}${ofPeriod}
     group by 1, 2, 4 order by 1, 2, 4 limit ${MAX_GROUPS}`
  )
}

/** The periods of the person's entries, latest first. */
export async function accountPeriods(db: Db, { id }: Pick<ResolvedDocumentType, 'id'>, { owner, period }: ResolvedBalances, criteria: { company: string; employee: string }): Promise<string[]> {
  const s = new Statement()
  const field = dataValue(period, 'text', 'd.')
  const rows = await s.run<{ period: string }>(
    db,
    `select distinct ${field} collate "C" as period from documents d where d.company = ${s.value(criteria.company)} and d.type = ${literal(id)}
       and ${dataValue(owner, 'text', 'd.')} = ${s.value(criteria.employee, 'text')} and ${field} <> '' order by 1 desc limit 100`
  )
  return rows.map((row) => row.period)
}
