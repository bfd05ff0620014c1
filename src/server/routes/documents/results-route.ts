/** What a run of a job did, or would do, for each item. */
import type { JobResults } from '../../../contract/index.ts'
import { isObject, wireName, type JsonObject, type ResolvedEndpoint } from '../../../core/index.ts'
import { commandContext, contextWithRefs, rowsOf, typeOf } from '../../commands/context.ts'
import { AppError } from '../../errors.ts'
import { findDocument } from '../../store/documents/documents.ts'
import { readJobResults, type Outcome } from '../../store/delivery/job-results.ts'
import type { Handler } from './read-routes.ts'
import { keyOf, queryOf } from './request.ts'

const PER_PAGE = 50
const OUTCOMES: readonly string[] = ['posted', 'skipped', 'failed'] satisfies Outcome[]

/** A page of the results of a run, in the order of its items. A line is presented as that of the run: without the fields that the reader does not see. */
export function resultsHandler(typeId: string, endpoint: ResolvedEndpoint): Handler {
  return async (request): Promise<{ data: JobResults['data']; message: string; page: { next?: string } }> => {
    const command = commandContext(request.server.services, request.session)
    const type = typeOf(command.engine, typeId)
    const { job, shape } = type.manifest
    if (job === undefined) throw new AppError('not-found')
    const db = command.services.database.kysely
    const company = command.session.company.code
    const record = await findDocument(db, { company, type: typeId, key: keyOf(request, endpoint) }, rowsOf(command, type, 'get'))
    if (record === undefined) throw new AppError('not-found')
    const { outcome, after = '0' } = queryOf(request)
    if (!/^\d{1,9}$/.test(after)) throw new AppError('invalid-cursor')
    if (outcome !== undefined && outcome !== '' && !OUTCOMES.includes(outcome)) throw new AppError('invalid-filter', { field: 'outcome' })
    const found = await readJobResults(db, { company, type: typeId, run: record.key }, { after: Number(after), outcome: outcome === '' ? undefined : outcome, limit: PER_PAGE + 1 })
    const shown = found.slice(0, PER_PAGE)
    const data = { ...record.data, [job.items]: shown.map((one) => one.data) }
    const { ctx } = await contextWithRefs(db, command, type, [data])
    const lines = type.project({ ...record, data }, command.session.actor, { ctx })[wireName(shape, job.items)]
    const lineAt = (index: number): JsonObject => {
      const line = Array.isArray(lines) ? lines[index] : undefined
      return isObject(line) ? line : {}
    }
    return {
      data: shown.map(({ number, outcome: came, reason }, index) => ({ number, outcome: came, reason, line: lineAt(index) })), message: '',
      page: found.length > PER_PAGE ? { next: String(shown.at(-1)?.number) } : {},
    }
  }
}
