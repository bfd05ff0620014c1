/** GET /healthz: the process runs. GET /readyz: it takes requests, since the database answers and nobody has asked it to stop. */
import plugin from 'fastify-plugin'

const FOR_ALL = { config: { isPublic: true } }

export const healthRoutes = plugin(
  (app, _options, done) => {
    app.get('/healthz', FOR_ALL, () => ({ status: 'ok' }))
    app.get('/readyz', FOR_ALL, async (_request, reply) => {
      const { database, engines, stopping } = app.services
      const types = Object.keys(engines.base().catalogue.types).length
      const isDatabaseUp = await database.ping().then(() => true, () => false)
      const isReady = isDatabaseUp && types > 0 && !stopping.aborted
      return reply.status(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'not ready', ...(stopping.aborted && { stopping: true }), database: isDatabaseUp ? 'ok' : 'unreachable', documentTypes: types })
    })
    done()
  },
  { name: 'health', fastify: '5.x' },
)
