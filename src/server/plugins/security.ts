/** Response headers that keep the portal's page from running or showing anything that is not its own. */
import helmet from '@fastify/helmet'
import plugin from 'fastify-plugin'

/** Content security policy and its companions, on every answer. */
export const securityPlugin = plugin(
  async (app) => {
    const isHttps = app.services.config.publicUrl.startsWith('https:')
    const api = app.services.config.apiBase
    await app.register(helmet, {
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          scriptSrc: ["'self'"],
          // The widget kit sets style attributes for sizes and positions.
          styleSrc: ["'self'", "'unsafe-inline'"],
          imgSrc: ["'self'", 'data:', 'blob:'],
          fontSrc: ["'self'", 'data:'],
          // Pages of a PDF are drawn in a worker and shown from a blob.
          workerSrc: ["'self'", 'blob:'],
          connectSrc: ["'self'", 'blob:', ...(api === undefined ? [] : [new URL(api).origin])],
          frameSrc: ["'self'", 'blob:'],
          objectSrc: ["'none'"],
          baseUri: ["'self'"],
          formAction: ["'self'"],
          frameAncestors: ["'none'"],
        },
      },
      // Without https the browser would be told to ask for addresses that nobody serves.
      hsts: isHttps ? { maxAge: 15_552_000 } : false,
      crossOriginOpenerPolicy: isHttps ? { policy: 'same-origin' } : false,
      originAgentCluster: false,
      referrerPolicy: { policy: 'same-origin' },
      frameguard: { action: 'deny' },
    })
    app.addHook('onRequest', async (request, reply) => {
      void reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=()')
      // Answers hold what one person may see: no cache between may keep them. Immutable resources say otherwise themselves.
      if (request.url.startsWith('/api/')) void reply.header('cache-control', 'no-store')
    })
  },
  { name: 'security', fastify: '5.x' },
)
