/** Sums of a person's entries in a ledger, by account, period and kind. */
import type { ResolvedBalances, ResolvedDocumentType, RowPredicate } from '../../../core/index.ts'
import type { Db } from '../connection/database.ts'
import { predicateSql } from '../documents/predicate-sql.ts'
import { dataValue, literal } from '../sql/field-sql.ts'
import { Statement } from '../sql/statement.ts'

/** `sums` are in the order of the fields asked for. */
export interface AccountSum { by: string; period: string; account: string; kind: string; sums: number[] }

/** Whose entries count, and which of them: those that the reader may see. */
interface CountedEntries { company: string; employee: string; rows: RowPredicate }

/** The most groups of a person: accounts times periods times kinds. */
const MAX_GROUPS = 5_000

/** The person's sums; with a period, only of this one. */
export async function accountSums(db: Db, { id }: Pick<ResolvedDocumentType, 'id'>, balances: ResolvedBalances, criteria: CountedEntries & { period: string | undefined; fields: string[] }): Promise<AccountSum[]> {
  const s = new Statement()
  const text = (field: string | undefined): string => (field === undefined ? `''` : `coalesce(${dataValue(field, 'text', 'd.')}, '')`)
  const ofPeriod = criteria.period === undefined ? '' : ` and ${text(balances.period)} = ${s.value(criteria.period, 'text')}`
  const sums = criteria.fields.map((field) => `coalesce(sum(${dataValue(field, 'numeric', 'd.')}), 0)`)
  return s.run<AccountSum>(
    db,
    `select ${text(balances.by)} as by, ${text(balances.period)} as period, max(${text(balances.account)}) as account, ${text(balances.kind)} as kind, jsonb_build_array(${sums.join(', ')}) as sums
     from documents d where ${counted(s, id, balances.owner, criteria)}${ofPeriod}
     group by 1, 2, 4 order by 1, 2, 4 limit ${MAX_GROUPS}`
  )
}

/** The periods of the person's entries, latest first. */
export async function accountPeriods(db: Db, { id }: Pick<ResolvedDocumentType, 'id'>, { owner, period }: ResolvedBalances, criteria: CountedEntries): Promise<string[]> {
  const s = new Statement()
  const field = dataValue(period, 'text', 'd.')
  const rows = await s.run<{ period: string }>(
    db,
    `select distinct ${field} collate "C" as period from documents d where ${counted(s, id, owner, criteria)} and ${field} <> '' order by 1 desc limit 100`
  )
  return rows.map((row) => row.period)
}

function counted(s: Statement, id: string, owner: string, { company, employee, rows }: CountedEntries): string {
  const ofCompany = s.value(company)
  return `d.company = ${ofCompany} and d.type = ${literal(id)} and ${dataValue(owner, 'text', 'd.')} = ${s.value(employee, 'text')} and ${predicateSql(rows, s, { type: id, company: ofCompany })}`
}
