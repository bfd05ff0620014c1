/** The calls of a ledger that keeps accounts of people: balances, the entries behind them, and both as a printed form. */
import { wireName, type ResolvedEndpoint } from '../../../core/index.ts'
import { balancesStatement, readAccount, readBalances, type BalancesAsked } from '../../commands/balances.ts'
import { commandContext, typeOf } from '../../commands/context.ts'
import { AppError } from '../../errors.ts'
import { printLogo } from '../../settings/print-logo.ts'
import { appendEvent } from '../../store/audit/events.ts'
import type { FastifyRequest } from 'fastify'
import type { Handler } from './read-routes.ts'
import { queryOf } from './request.ts'

function asked(request: FastifyRequest, typeId: string) {
  const command = commandContext(request.server.services, request.session)
  const type = typeOf(command.engine, typeId)
  const { balances, shape } = type.manifest
  const query = queryOf(request)
  const given = (field: string | undefined): string | undefined => {
    const value = field === undefined ? undefined : query[wireName(shape, field)]
    return value === '' ? undefined : value
  }
  const criteria: BalancesAsked = { employee: given(balances?.owner), period: given(balances?.period) }
  return { command, type, db: command.services.database.kysely, criteria, by: given(balances?.by) }
}

/** The accounts of a person in a period, each with its figures. */
export function balancesHandler(typeId: string, { gives }: Pick<ResolvedEndpoint, 'gives'>): Handler {
  return async (request) => {
    const { command, type, db, criteria } = asked(request, typeId)
    const answer = await readBalances(db, command, type, criteria)
    return gives === undefined ? answer : { data: answer.data.map((account) => mapOf(gives, (member) => account[member] ?? null)), message: '' }
  }
}

const mapOf = <T>(names: Record<string, string>, value: (name: string) => T): Record<string, T> => Object.fromEntries(Object.entries(names).map(([name, stands]) => [name, value(stands)]))

/** The entries of one account, with the balance after each. */
export function balanceEntriesHandler(typeId: string): Handler {
  return async (request) => {
    const { command, type, db, criteria, by } = asked(request, typeId)
    if (by === undefined || criteria.period === undefined) throw new AppError('key-missing', { field: type.manifest.balances?.[by === undefined ? 'by' : 'period'] ?? '' })
    return { data: await readAccount(db, command, type, { ...criteria, by }), message: '' }
  }
}

/** The accounts of a period with all their entries, as PDF. */
export function printedBalancesHandler(typeId: string): Handler {
  return async (request, reply) => {
    const { command, type, db, criteria } = asked(request, typeId)
    const { session, services, now } = command
    const statement = await balancesStatement(db, command, type, criteria)
    const company = { ...session.company, logo: await printLogo(db, session.company) }
    const content = await services.printer.statement(statement, { ...session, company })
    await appendEvent(db, { company: session.company.code, type: typeId, key: null, kind: 'printed', actor: session.actor.id, changes: { employee: statement.employee }, ip: session.ip, at: now })
    return reply.header('content-disposition', `inline; filename="${typeId}-${statement.employee.replace(/[^\w-]/g, '_')}.pdf"`).header('cache-control', 'private, no-store').type('application/pdf').send(content)
  }
}
