/** `app.toldRoutes`: the routes that say what they are for, in the order in which they are registered. */
import plugin from 'fastify-plugin'
import type { RouteOptions } from 'fastify'
import '../openapi/call.ts'

declare module 'fastify' {
  interface FastifyInstance { toldRoutes: readonly RouteOptions[] }
}

/** Registered before the routes. */
export const toldRoutesPlugin = plugin(
  (app, _options, done) => {
    const routes: RouteOptions[] = []
    app.decorate('toldRoutes', routes)
    app.addHook('onRoute', (route) => {
      if (route.schema?.call !== undefined && route.method !== 'HEAD') routes.push(route)
    })
    done()
  },
  { name: 'told-routes', fastify: '5.x' },
)
