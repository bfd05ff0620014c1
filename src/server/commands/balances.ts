/** The balances of a person in a ledger that declares `balances`, and the entries behind each of them. */
import { ALWAYS, allOf, sumMoney, type CompiledType, type FigureValue, type JsonObject, type ResolvedBalances, type RowPredicate } from '../../core/index.ts'
import type { AccountEntries, BalancesAnswer } from '../../contract/index.ts'
import { AppError } from '../errors.ts'
import { rowsOfLists } from '../portal/rows-of-lists.ts'
import { readLabels } from '../presenters/labels.ts'
import type { EmployeeStatement } from '../services.ts'
import type { Db } from '../store/connection/database.ts'
import { listRecords, loadRecords, recordsWhere, refKey } from '../store/lists/references.ts'
import { accountPeriods, accountSums, type AccountSum } from '../store/lists/ledger-balances.ts'
import { statementOf } from '../store/lists/statement-entries.ts'
import { contextWithRefs, plainContext, rowsOf, type CommandContext } from './context.ts'
import { readFigures } from './figures.ts'

export interface BalancesAsked { employee: string | undefined; period: string | undefined }

interface Whose { employee: string; name: string }
interface Ledger { type: CompiledType; balances: ResolvedBalances }

/**
 * The accounts of a person in a period, by default the current one. People get their own, managers those of the people who report to them,
 * whoever may list the whole ledger everybody's.
 * @throws AppError not-found if the person is unknown, or may not be asked about
 */
export async function readBalances(db: Db, command: CommandContext, type: CompiledType, asked: BalancesAsked): Promise<BalancesAnswer> {
  const ledger = ledgerOf(command, type)
  const { balances } = ledger
  const whose = await whoseBalances(db, command, ledger, asked.employee)
  const { company } = command.session
  const rows = entriesRead(command, type, whose.employee)
  const periods = await accountPeriods(db, type.manifest, balances, { company: company.code, employee: whose.employee, rows })
  const period = asked.period ?? (await currentPeriod(command, ledger)) ?? periods[0] ?? ''
  const fields = [...new Set(Object.values(balances.figures).map(({ sum }) => sum))]
  const sums = await accountSums(db, type.manifest, balances, { company: company.code, employee: whose.employee, rows, period, fields })
  const waiting = await lookedUp(db, command, ledger, whose.employee)
  const kept = await keptAccounts(db, command, ledger)
  const accounts = accountsOf(sums).filter(({ by }) => kept?.has(by) !== false)
  const titles = await titlesOf(db, command, ledger, accounts)
  const data = accounts.map((account) => ({ [balances.by]: account.by, [balances.period]: account.period, _title: titles(account.by), ...figuresOf(balances, fields, account, waiting) }))
  return {
    data, message: '', ...whose, team: await teamOf(db, command), isForAll: rowsOf(command, type, 'list').kind === 'always', period, periods: periods.includes(period) || period === '' ? periods : [period, ...periods],
    figures: Object.values(balances.figures).map(({ name, title, kinds, sum, lookup, less }) => ({ name, title, isOfEntries: lookup === undefined && less === undefined && sum === balances.amount, ...(kinds !== undefined && { kinds }), ...(less !== undefined && { less }) })),
  }
}

/** The entries of one account, oldest first, each with the balance after it. */
export async function readAccount(db: Db, command: CommandContext, type: CompiledType, asked: BalancesAsked & { by: string }): Promise<AccountEntries> {
  const ledger = ledgerOf(command, type)
  const { employee } = await whoseBalances(db, command, ledger, asked.employee)
  const titles = await titlesOf(db, command, ledger, [{ by: asked.by }])
  return accountEntries(db, command, ledger, { employee, by: asked.by, period: asked.period ?? '', title: titles(asked.by) })
}

/** The accounts of a person in a period as a statement to print. */
export async function balancesStatement(db: Db, command: CommandContext, type: CompiledType, asked: BalancesAsked): Promise<EmployeeStatement> {
  const ledger = ledgerOf(command, type)
  const { data, employee, name, period } = await readBalances(db, command, type, asked)
  const ledgers: EmployeeStatement['ledgers'] = []
  for (const row of data) {
    const account = await accountEntries(db, command, ledger, { employee, by: String(row[ledger.balances.by]), period, title: String(row['_title']) })
    ledgers.push({ ...account, isBalance: true, opening: 0, closing: account.entries.at(-1)?.balance ?? 0 })
  }
  return { employee, name, from: '', to: '', currency: ledger.balances.unit, ledgers, heading: `${type.manifest.title.many} ${period}` }
}

/** @throws AppError not-found if the type keeps no accounts; forbidden if a field of them is withheld from the person's roles */
function ledgerOf(command: CommandContext, type: CompiledType): Ledger {
  const { balances } = type.manifest
  if (balances === undefined) throw new AppError('not-found')
  const redacted = type.redactedInLists(command.session.actor, plainContext(command))
  const { owner, date, amount, kind, by, period, document, text } = balances
  if ([owner, date, amount, kind, by, period, document, text].some((field) => field !== undefined && redacted.has(field))) throw new AppError('forbidden')
  return { type, balances }
}

/**
 * Which of the person's entries count: those that the list has, also where an overlay narrows it. A manager, whose own list has no entries of
 * others, reads those that the conditions of their roles would give the person.
 */
function entriesRead(command: CommandContext, type: CompiledType, employee: string): RowPredicate {
  const { actor } = command.session
  if (employee === actor.employee) return rowsOf(command, type, 'list')
  const asPerson = { ...actor, employee }
  return type.rowPredicate(asPerson, 'list', { ...plainContext(command), user: asPerson })
}

async function whoseBalances(db: Db, command: CommandContext, { type }: Ledger, asked: string | undefined): Promise<Whose> {
  const { session, engine } = command
  const rows = rowsOf(command, type, 'list')
  if (rows.kind === 'never') throw new AppError('forbidden')
  const employee = asked === undefined || asked === '' ? session.actor.employee : asked
  const { employees } = engine.catalogue.organisation
  if (employee === undefined || employees === undefined) throw new AppError('not-found')
  const record = (await loadRecords(db, session.company.code, [{ type: employees.type, key: employee }])).get(refKey(employees.type, employee))
  const isReadable = employee === session.actor.employee || rows.kind === 'always' || (session.actor.employee !== undefined && record?.data[employees.manager] === session.actor.employee)
  if (!isReadable || (record === undefined && employee !== session.actor.employee)) throw new AppError('not-found')
  const name = record?.data[employees.name]
  return { employee, name: typeof name === 'string' ? name : session.actor.name }
}

/** The accounts that have a balance; undefined for all. */
async function keptAccounts(db: Db, command: CommandContext, { type, balances: { by, only } }: Ledger): Promise<Set<string> | undefined> {
  const of = type.manifest.shape.fields[by]?.ref?.to
  if (only === undefined || of === undefined) return undefined
  const records = await recordsWhere(db, command.session.company.code, of, type.rowsOfType(of, only, {}, plainContext(command)))
  return new Set(records.map(({ key }) => key))
}

/** The most people who are offered; more are found by their number. */
const MAX_TEAM = 200

/** The people who report to the person, by name. */
async function teamOf(db: Db, { session, engine }: CommandContext): Promise<BalancesAnswer['team']> {
  const { employees } = engine.catalogue.organisation
  const { employee } = session.actor
  if (employees === undefined || employee === undefined) return []
  const rows = await listRecords(db, session.company.code, employees.type, [equals(employees.manager, employee)])
  return rows.slice(0, MAX_TEAM).map(({ key, data }) => ({ employee: key, name: typeof data[employees.name] === 'string' ? String(data[employees.name]) : key })).sort((a, b) => a.name.localeCompare(b.name))
}

async function currentPeriod({ services, engine, session, now }: CommandContext, { type, balances: { current } }: Ledger): Promise<string | undefined> {
  if (current === undefined) return undefined
  const lists = await rowsOfLists(services, engine, type.manifest.id, session)
  const value = type.value(current, {}, { ...plainContext({ session, now }), lists })
  return typeof value === 'string' ? value : undefined
}

/** The groups of the lookups that figures show, by lookup and account. */
async function lookedUp(db: Db, command: CommandContext, { type, balances }: Ledger, employee: string): Promise<Map<string, Map<string, number>>> {
  const names = Object.values(balances.figures).flatMap(({ lookup }) => lookup ?? [])
  const doc: JsonObject = { [balances.owner]: employee }
  const { ctx } = await contextWithRefs(db, command, type, [doc])
  const { lookups } = await readFigures(db, command.session.company.code, type, names, doc, ctx)
  return new Map(names.map((name) => [name, groupsOf(lookups[name])]))
}

function groupsOf(figure: FigureValue | undefined): Map<string, number> {
  if (!Array.isArray(figure)) return new Map()
  return new Map(figure.map(({ group, value }) => [String(group ?? ''), typeof value === 'number' ? value : 0]))
}

interface Account extends Pick<AccountSum, 'by' | 'period' | 'account'> { kinds: Map<string, number[]> }

function accountsOf(sums: AccountSum[]): Account[] {
  const accounts = new Map<string, Account>()
  for (const { by, period, account, kind, sums: ofKind } of sums) {
    const known = accounts.get(by) ?? { by, period, account, kinds: new Map<string, number[]>() }
    accounts.set(by, known)
    known.kinds.set(kind, ofKind)
  }
  return [...accounts.values()]
}

function figuresOf({ figures }: ResolvedBalances, fields: string[], { account, kinds }: Account, waiting: Map<string, Map<string, number>>): Record<string, number> {
  const values: Record<string, number> = {}
  const plain = (name: string): number => {
    const figure = figures[name]
    if (figure === undefined) return 0
    if (figure.lookup !== undefined) return waiting.get(figure.lookup)?.get(account) ?? 0
    const place = fields.indexOf(figure.sum)
    return sumMoney([...kinds].filter(([kind]) => figure.kinds?.includes(kind) !== false).map(([, sums]) => sums[place] ?? 0))
  }
  for (const { name, negated, less } of Object.values(figures)) {
    const value = sumMoney([plain(name), less === undefined ? 0 : -plain(less)])
    values[name] = negated && value !== 0 ? -value : value
  }
  return values
}

async function titlesOf(db: Db, command: CommandContext, { type, balances }: Ledger, accounts: { by: string }[]): Promise<(by: string) => string> {
  const field = type.manifest.shape.fields[balances.by]
  const to = field?.ref?.to
  if (field === undefined || to === undefined) return (by) => by
  const labels = await readLabels(db, command, accounts.map(({ by }) => ({ fields: [field], doc: { [balances.by]: by } })))
  return (by) => labels(to, by) ?? by
}

async function accountEntries(db: Db, command: CommandContext, { type, balances }: Ledger, { employee, by, period, title }: { employee: string; by: string; period: string; title: string }): Promise<AccountEntries> {
  const { owner, date, amount, document, kind, text } = balances
  const statement = { owner, date, amount, kind, balance: true, reversed: false, ...(document !== undefined && { document }), ...(text !== undefined && { text }) }
  const rows = allOf([equals(balances.by, by), equals(balances.period, period), entriesRead(command, type, employee)])
  const { entries, isCut } = await statementOf(db, type.manifest, statement, { company: command.session.company.code, employee, from: '', to: '9999-12-31', rows })
  let balance = 0
  return { title, isCut, entries: entries.map((entry) => ({ ...entry, balance: (balance = sumMoney([balance, entry.amount])) })) }
}

function equals(field: string, value: string): RowPredicate {
  return value === '' ? ALWAYS : { kind: 'compare', op: '=', field: { name: field, role: 'data', type: 'string' }, value }
}
