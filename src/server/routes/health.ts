/**
 * GET /healthz: the process runs. GET /readyz: it accepts requests, because the database responds and is writable and no shutdown has been
 * requested.
 */
import plugin from 'fastify-plugin'
import { described, boolean, integer, object, optional, text, enumOf } from '../../contract/index.ts'
import { json } from '../openapi/call.ts'
import type { Database } from '../store/connection/database.ts'

/** `unwritable`: the database responds, but its disk is full or broken, or it is a standby. */
async function stateOf(database: Database): Promise<'ok' | 'unreachable' | 'unwritable'> {
  if (!(await database.ping().then(() => true, () => false))) return 'unreachable'
  return (await database.canWrite()) ? 'ok' : 'unwritable'
}

const FOR_ALL = { config: { isPublic: true } }
const TAG = 'Operation'
const READINESS = object({
  status: text, stopping: optional(boolean),
  database: described(enumOf(['ok', 'unreachable', 'unwritable']), 'unwritable: the database responds but cannot be changed, for example because its disk is full; reading still works.'),
  documentTypes: described(integer, 'Number of document types loaded.'),
})

export const healthRoutes = plugin(
  (app, _options, done) => {
    app.get('/healthz', { ...FOR_ALL, schema: { call: { id: 'healthz', summary: 'Liveness: the process is running', tag: TAG, answer: json('It is running.', object({ status: text })) } } }, () => ({ status: 'ok' }))
    app.get('/readyz', {
      ...FOR_ALL,
      schema: { call: { id: 'readyz', summary: 'Readiness: the database responds and is writable, and manifests are loaded', tag: TAG, answer: json('Ready.', READINESS), besides: { 503: json('Not ready.', READINESS) } } },
    }, async (_request, reply) => {
      const { database, engines, stopping } = app.services
      const types = Object.keys(engines.base().catalogue.types).length
      const state = await stateOf(database)
      const isReady = state === 'ok' && types > 0 && !stopping.aborted
      return reply.status(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'not ready', ...(stopping.aborted && { stopping: true }), database: state, documentTypes: types })
    })
    done()
  },
  { name: 'health', fastify: '5.x' },
)
