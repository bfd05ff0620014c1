/** GET portal/picture: the caller's picture, from their employee record. */
import type { FastifyPluginCallback } from 'fastify'
import { described, object, optional, text } from '../../contract/index.ts'
import { AppError } from '../errors.ts'
import { avatarOf } from '../files/avatar.ts'
import { file } from '../openapi/call.ts'
import { readFile } from '../store/files/files.ts'
import { pictureOf } from '../store/users/people.ts'

/** Registers the route. */
export const ownPictureRoutes: FastifyPluginCallback = (app, _options, done) => {
  app.get<{ Querystring: { id?: string } }>('/portal/picture', {
    config: { costs: 'file' },
    schema: {
      call: {
        id: 'picture', summary: 'The caller’s picture, small and square', tag: 'Portal', errors: [404],
        query: object({ id: optional(described(text, 'From `picture` of the bootstrap: a response to another picture is never used again.')) }), answer: file('The picture.', 'image/webp'),
      },
    },
  }, async ({ query, session }, reply) => {
    const { kysely } = app.services.database
    const { employees } = app.services.engines.forActor(session.actor).catalogue.organisation
    const { company: { code }, actor: { employee: key } } = session
    const id = key === undefined ? undefined : await pictureOf(kysely, employees, { company: code, key })
    if (employees === undefined || key === undefined || id === undefined || (query.id ?? id) !== id) throw new AppError('not-found')
    const stored = await readFile(kysely, { company: code, type: employees.type, key }, id)
    const picture = stored && (await avatarOf(stored.content))
    if (picture === undefined) throw new AppError('not-found')
    return reply.header('cache-control', query.id === undefined ? 'private, no-store' : 'private, max-age=86400, immutable').type('image/webp').send(picture)
  })

  done()
}
