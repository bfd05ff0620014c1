/** GET openapi.json */
import type { FastifyPluginCallback } from 'fastify'
import type { Engine } from '../../core/index.ts'
import { record } from '../../contract/index.ts'
import { describingApi } from '../openapi/build-openapi.ts'
import { encodingFor, keptAnswer, type KeptAnswer } from '../openapi/kept-answer.ts'
import { runSliced } from '../in-pieces.ts'
import { json } from '../openapi/call.ts'

/** Built and compressed once per engine, from the manifests without overlays of people. */
export const openapiRoutes: FastifyPluginCallback = (app, _options, done) => {
  let made: { engine: Engine; answer: Promise<KeptAnswer> } | undefined
  app.get('/openapi.json', {
    config: { isPublic: true },
    schema: { call: { id: 'openapi', summary: 'This description', tag: 'Portal', answer: json('OpenAPI 3.1.', record) } },
  }, async (request, reply) => {
    const { engines, config } = app.services
    const engine = engines.base()
    if (made?.engine !== engine) made = { engine, answer: runSliced(describingApi(app.documentedRoutes, engine, config)).then(keptAnswer) }
    const answer = await made.answer
    void reply.header('etag', answer.etag).header('vary', 'accept-encoding').type('application/json; charset=utf-8')
    if (request.headers['if-none-match'] === answer.etag) return reply.status(304).send()
    const encoding = encodingFor(request.headers['accept-encoding'])
    // Compressing it for each of many callers takes gigabytes.
    if (encoding !== 'plain') void reply.header('content-encoding', encoding)
    return reply.send(answer[encoding])
  })
  done()
}
