/** GET openapi.json */
import type { FastifyPluginCallback } from 'fastify'
import type { Engine } from '../../core/index.ts'
import { record } from '../../contract/index.ts'
import { describingApi } from '../openapi/build-openapi.ts'
import { runSliced } from '../in-pieces.ts'
import { json } from '../openapi/call.ts'

/** Built once per engine, from the manifests without overlays of people. */
export const openapiRoutes: FastifyPluginCallback = (app, _options, done) => {
  let made: { engine: Engine; text: Promise<string> } | undefined
  app.get('/openapi.json', {
    config: { isPublic: true },
    schema: { call: { id: 'openapi', summary: 'This description', tag: 'Portal', answer: json('OpenAPI 3.1.', record) } },
  }, async (_request, reply) => {
    const { engines, config } = app.services
    const engine = engines.base()
    if (made?.engine !== engine) made = { engine, text: runSliced(describingApi(app.documentedRoutes, engine, config)) }
    return reply.type('application/json; charset=utf-8').send(await made.text)
  })
  done()
}
