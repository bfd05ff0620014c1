/** Many approvals in one call, with a row for each; clients that accept NDJSON receive each row as soon as it is done. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { t } from '../../core/index.ts'
import { BulkAnswer, BulkRequest, MAX_AT_ONCE } from '../../contract/index.ts'
import type { BulkRow } from '../../contract/index.ts'
import { commandContext } from '../commands/context.ts'
import { approveEach, prepareEach, type EachCase } from '../commands/decide-each.ts'
import { AppError } from '../errors.ts'
import { json } from '../openapi/call.ts'
import { bodyOf } from './documents/request.ts'
import { runPartOnce } from './run-once.ts'

const LINES = 'application/x-ndjson'

/** Registers approvals/bulk. */
export function registerBulkApproval(app: FastifyInstance): void {
  // Compression would buffer the lines.
  app.post('/approvals/bulk', {
    config: { costs: 'bulk' }, compress: false,
    schema: {
      call: {
        id: 'approvals-bulk', summary: `Approve up to ${MAX_AT_ONCE} entries of one document type, each independently; with Accept: ${LINES} a line for each as it is done`, tag: 'Approvals',
        isOnce: true, body: BulkRequest, answer: json('A row for each.', BulkAnswer), errors: [422],
      },
    },
  }, async (request, reply) => {
    const command = commandContext(request.server.services, request.session)
    const entries = entriesOf(request)
    // Before the first line, so that a refusal of the whole call gets a status of its own.
    await prepareEach(command, entries)
    const isWanted = (): boolean => !reply.raw.destroyed
    const rows = approveEach(command, entries, (entryNo, row) => runPartOnce(request, String(entryNo), row), isWanted)
    if (request.headers.accept?.includes(LINES) === true) return sendLines(reply, rows)
    const all: BulkRow[] = []
    for await (const row of rows) all.push(row)
    return reply.send(answerOf(all))
  })
}

function sendLines(reply: FastifyReply, rows: AsyncGenerator<BulkRow>): FastifyReply {
  return reply.type(`${LINES}; charset=utf-8`).header('cache-control', 'no-store').header('x-accel-buffering', 'no').send(Readable.from(linesOf(rows)))
}

async function* linesOf(rows: AsyncGenerator<BulkRow>): AsyncGenerator<string> {
  const all: BulkRow[] = []
  for await (const row of rows) {
    all.push(row)
    yield `${JSON.stringify(row)}\n`
  }
  const answer = answerOf(all)
  yield `${JSON.stringify({ ...answer, data: { ...answer.data, rows: [] } })}\n`
}

function answerOf(rows: BulkRow[]): BulkAnswer {
  const done = rows.filter((row) => row.isDone).length
  const refused = rows.length - done
  const message = refused === 0 ? t({ one: '{count} document was approved.', other: '{count} documents were approved.' }, { count: done }) : t('{done} of {count} documents were approved; {refused} could not be.', { done, count: rows.length, refused })
  return { data: { rows, done, refused }, message }
}

function entriesOf(request: FastifyRequest): EachCase[] {
  const { entries } = bodyOf(request)
  if (!Array.isArray(entries) || entries.length === 0) throw new AppError('key-missing', { field: 'entries' })
  if (entries.length > MAX_AT_ONCE) throw new AppError('invalid-request', { reason: `at most ${MAX_AT_ONCE} entries are approved in one call.` })
  const cases = entries.map((entry): EachCase => {
    const { entryNo, _rev: rev } = typeof entry === 'object' && entry !== null && !Array.isArray(entry) ? entry : {}
    if (!isWhole(entryNo) || entryNo < 1) throw new AppError('key-missing', { field: 'entryNo' })
    if (rev !== undefined && rev !== null && !isWhole(rev)) throw new AppError('invalid-request', { reason: '"_rev" must be a whole number.' })
    return { entryNo, rev: rev ?? undefined }
  })
  if (new Set(cases.map(({ entryNo }) => entryNo)).size < cases.length) throw new AppError('invalid-request', { reason: 'an entry is named twice.' })
  return cases
}

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value)
}
