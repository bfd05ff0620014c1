/** GET portal/home: what needs the current user, and what is under way for them. */
import type { FastifyPluginCallback } from 'fastify'
import { HomeAnswer, type Answer } from '../../contract/index.ts'
import { contextForMany } from '../commands/context.ts'
import { readHome } from '../home/read-home.ts'
import { data } from '../openapi/call.ts'

/** Registers the route. */
export const homeRoutes: FastifyPluginCallback = (app, _options, done) => {
  app.get('/portal/home', {
    config: { costs: 'figures' },
    schema: { call: { id: 'home', summary: 'What needs the caller, of every type, and their requests under way', tag: 'Portal', answer: data('Tasks, requests under way, and what may be created.', HomeAnswer) } },
  }, async ({ session }): Promise<Answer<HomeAnswer>> => (
    { data: await readHome(app.services.database.kysely, contextForMany(app.services, session)), message: '' }
  ))

  done()
}
