/** GET openapi.json */
import type { FastifyPluginCallback } from 'fastify'
import type { Engine } from '../../core/index.ts'
import { record } from '../../contract/index.ts'
import { buildOpenApi } from '../openapi/build-openapi.ts'
import { json } from '../openapi/call.ts'

/** Built once per engine, from the manifests without overlays of people. */
export const openapiRoutes: FastifyPluginCallback = (app, _options, done) => {
  let made: { engine: Engine; text: string } | undefined
  app.get('/openapi.json', {
    config: { isPublic: true },
    schema: { call: { id: 'openapi', summary: 'This description', tag: 'Portal', answer: json('OpenAPI 3.1.', record) } },
  }, (_request, reply) => {
    const { engines, config } = app.services
    const engine = engines.base()
    if (made?.engine !== engine) made = { engine, text: JSON.stringify(buildOpenApi(app.documentedRoutes, engine, config)) }
    return reply.type('application/json; charset=utf-8').send(made.text)
  })
  done()
}
