/** `app.documentedRoutes`: the routes with an OpenAPI description of their own, in the order of registration. */
import plugin from 'fastify-plugin'
import type { RouteOptions } from 'fastify'
import '../openapi/call.ts'

declare module 'fastify' {
  interface FastifyInstance { documentedRoutes: readonly RouteOptions[] }
}

/** Must be registered before the routes. */
export const documentedRoutesPlugin = plugin(
  (app, _options, done) => {
    const routes: RouteOptions[] = []
    app.decorate('documentedRoutes', routes)
    app.addHook('onRoute', (route) => {
      if (route.schema?.call !== undefined && route.method !== 'HEAD') routes.push(route)
    })
    done()
  },
  { name: 'documented-routes', fastify: '5.x' },
)
