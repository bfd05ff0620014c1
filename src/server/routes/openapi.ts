/** GET openapi.json */
import type { FastifyPluginCallback } from 'fastify'
import { buildOpenApi } from '../openapi/build-openapi.ts'

/** Made once for each version of the manifests. */
export const openapiRoutes: FastifyPluginCallback = (app, _options, done) => {
  let made: { version: number; text: string } | undefined
  app.get('/openapi.json', { config: { isPublic: true } }, (_request, reply) => {
    const { engines, config } = app.services
    if (made?.version !== engines.version()) made = { version: engines.version(), text: JSON.stringify(buildOpenApi(engines.base(), config.publicUrl)) }
    return reply.type('application/json; charset=utf-8').send(made.text)
  })
  done()
}
