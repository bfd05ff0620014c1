/** GET /healthz: the process runs. GET /readyz: it takes requests, since the database answers and can be written, and nobody has asked it to stop. */
import plugin from 'fastify-plugin'
import type { Database } from '../store/database.ts'

/** `unwritable`: it answers, but its disk is full or broken, or it stands by for another. */
async function stateOf(database: Database): Promise<'ok' | 'unreachable' | 'unwritable'> {
  if (!(await database.ping().then(() => true, () => false))) return 'unreachable'
  return (await database.canWrite()) ? 'ok' : 'unwritable'
}

const FOR_ALL = { config: { isPublic: true } }

export const healthRoutes = plugin(
  (app, _options, done) => {
    app.get('/healthz', FOR_ALL, () => ({ status: 'ok' }))
    app.get('/readyz', FOR_ALL, async (_request, reply) => {
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
