import { t } from '../../core/index.ts'

import type { AuditSubject } from '../../core/index.ts'
import type { FastifyPluginCallback } from 'fastify'
import { day, described, object, optional, StatementAnswer, text } from '../../contract/index.ts'
import type { Answer } from '../../contract/index.ts'
import { commandContext } from '../commands/context.ts'
import { employeeStatement } from '../commands/employee-statement.ts'
import { AppError } from '../errors.ts'
import { data } from '../openapi/call.ts'
import { printLogo } from '../settings/print-logo.ts'
import { appendEvent } from '../store/audit/events.ts'
import { queryOf } from './documents/request.ts'

const QUERY = object({
  no: optional(described(text, 'Another employee, for callers who keep the ledgers; others get their own statement.')),
  from: optional(described(day, 'The first day; 1 January of this year by default.')), to: optional(described(day, 'The last day; today by default.')),
})

/** The statement as PDF, by default for the current year to date. */
export const statementRoutes: FastifyPluginCallback = (app, _options, done) => {
  const { services } = app
  app.get('/hrmis/employee_statement', {
    config: { costs: 'print' },
    schema: { call: { id: 'employee-statement', summary: 'The employee’s statement from the ledgers, as PDF', tag: 'Approvals', query: QUERY, answer: data('The PDF in base64.', StatementAnswer), errors: [404, 422] } },
  }, async (request): Promise<Answer<StatementAnswer>> => {
    const command = commandContext(services, request.session)
    const { session } = command
    const db = services.database.kysely
    const { no, from, to } = queryOf(request)
    const days = { from: dayOf(from, 'from') ?? `${session.today.slice(0, 4)}-01-01`, to: dayOf(to, 'to') ?? session.today }
    if (days.to < days.from) throw new AppError('invalid-document', { message: t('The last day must not be before the first.') })
    const statement = await employeeStatement(db, command, { ...days, employee: no === '' ? undefined : no })
    const company = { ...session.company, logo: await printLogo(db, session.company) }
    const content = await services.printer.statement(statement, { ...session, company })
    await appendEvent(db, { company: session.company.code, type: 'statement' satisfies AuditSubject, key: statement.employee, kind: 'printed', actor: session.actor.id, changes: days, ip: session.ip, at: command.now })
    return { data: { statementB64: content.toString('base64'), fileName: `statement-${statement.employee}-${days.from}-${days.to}.pdf`, ...days }, message: '' }
  })
  done()
}

function dayOf(text: string | undefined, field: string): string | undefined {
  if (text === undefined || text === '') return undefined
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)
  if (!isDay) throw new AppError('invalid-filter', { field })
  return text
}
