/** What an employee was advanced, accounted for and was paid, from the ledgers that declare a `statement`. */
import { ALWAYS, isObject, sumMoney, type CompiledType, type ResolvedStatement } from '../../core/index.ts'
import { AppError } from '../errors.ts'
import type { Db } from '../store/connection/database.ts'
import { loadRecords, refKey } from '../store/lists/references.ts'
import type { EmployeeStatement, StatementLedger } from '../services.ts'
import { statementOf } from '../store/lists/statement-entries.ts'
import { rowsOf, type CommandContext } from './context.ts'

/**
 * Builds a statement for a period. For another employee it covers only the ledgers that the caller may read in full; if there are none, it
 * returns the caller's own statement.
 */
export async function employeeStatement(db: Db, command: CommandContext, criteria: { employee: string | undefined; from: string; to: string }): Promise<EmployeeStatement> {
  const { session, engine } = command
  const all = Object.values(engine.catalogue.types).flatMap(({ id, statement }) => (statement === undefined ? [] : [{ type: engine.type(id), statement }]))
  const own = session.actor.employee
  const readable = all.filter(({ type }) => rowsOf(command, type, 'list').kind === 'always')
  const isOther = criteria.employee !== undefined && criteria.employee !== own && readable.length > 0
  const employee = isOther ? criteria.employee : own
  if (employee === undefined) throw new AppError('not-found')
  const name = await nameOf(db, command, employee)
  if (isOther && name === undefined) throw new AppError('not-found')
  const ledgers = await Promise.all((isOther ? readable : all).map(({ type, statement }) => ledgerOf(db, command, type, statement, { ...criteria, employee })))
  return { employee, name: name ?? session.actor.name, from: criteria.from, to: criteria.to, currency: session.company.currency, ledgers }
}

async function ledgerOf(db: Db, { session }: CommandContext, type: CompiledType, statement: ResolvedStatement, { employee, from, to }: { employee: string; from: string; to: string }): Promise<StatementLedger> {
  const { opening, entries, isCut } = await statementOf(db, type.manifest, statement, { company: session.company.code, employee, from, to, rows: ALWAYS })
  const sign = statement.reversed ? -1 : 1
  let balance = sign * opening
  const lines = entries.map((entry) => {
    const amount = sign * entry.amount
    balance = sumMoney([balance, amount])
    return { ...entry, amount, balance }
  })
  return { title: type.manifest.title.many, isBalance: statement.balance, opening: sign * opening, closing: balance, entries: lines, isCut }
}

async function nameOf(db: Db, { session, engine }: CommandContext, employee: string): Promise<string | undefined> {
  const { employees } = engine.catalogue.organisation
  if (employees === undefined) return undefined
  const record = (await loadRecords(db, session.company.code, [{ type: employees.type, key: employee }])).get(refKey(employees.type, employee))
  const name = isObject(record?.data) ? record.data[employees.name] : undefined
  return typeof name === 'string' ? name : undefined
}
