/** GET openapi.json */
import type { FastifyPluginCallback } from 'fastify'
import type { Engine } from '../../core/index.ts'
import { buildOpenApi } from '../openapi/build-openapi.ts'

/** Made once for the manifests without overlays of people. */
export const openapiRoutes: FastifyPluginCallback = (app, _options, done) => {
  let made: { engine: Engine; text: string } | undefined
  app.get('/openapi.json', { config: { isPublic: true } }, (_request, reply) => {
    const { engines, config } = app.services
    const engine = engines.base()
    if (made?.engine !== engine) made = { engine, text: JSON.stringify(buildOpenApi(engine, config)) }
    return reply.type('application/json; charset=utf-8').send(made.text)
  })
  done()
}
