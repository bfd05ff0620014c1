/** Response headers that keep the portal's page from running or showing foreign content. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import plugin from 'fastify-plugin'
import helmet from 'helmet'

/** Content Security Policy and related headers, on every response. */
export const securityPlugin = plugin(
  async (app) => {
    const isHttps = app.services.config.publicUrl.startsWith('https:')
    const api = app.services.config.apiBase
    const headers = policyOf(isHttps, {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      // The widget kit sets style attributes for sizes and positions.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'", 'data:'],
      // PDF pages are rendered in a worker and shown from a blob.
      workerSrc: ["'self'", 'blob:'],
      connectSrc: ["'self'", 'blob:', ...(api === undefined ? [] : [new URL(api).origin])],
      frameSrc: ["'self'", 'blob:'],
      objectSrc: ["'none'"],
      baseUri: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    })
    app.addHook('onRequest', (_request, reply, next) => {
      void reply.headers(headers)
      // Responses contain what one user may see, so no cache may store them. The portal's files and immutable resources override this.
      void reply.header('cache-control', 'no-store')
      next()
    })
  },
  { name: 'security', fastify: '5.x' },
)

/** For responses that bypass the plugin and are not pages: nothing in them may be run, framed or cached. */
export const BARE_HEADERS: Record<string, string> = { ...policyOf(false, { defaultSrc: ["'none'"], frameAncestors: ["'none'"] }), 'cache-control': 'no-store' }

/** The policy together with the related headers. */
function policyOf(isHttps: boolean, directives: Record<string, string[]>): Record<string, string> {
  const headers = headersOf(helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    // Without https, the browser would be instructed to use URLs that nothing serves.
    hsts: isHttps ? { maxAge: 15_552_000 } : false,
    crossOriginOpenerPolicy: isHttps ? { policy: 'same-origin' } : false,
    originAgentCluster: false,
    referrerPolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
  }))
  return { ...headers, 'permissions-policy': 'camera=(), microphone=(), geolocation=(self), payment=()' }
}

/**
 * The headers that the library would set. They are the same on every response, so they are computed once. Throws if there would be no
 * policy among them.
 */
export function headersOf(apply: ReturnType<typeof helmet>): Record<string, string> {
  const headers: Record<string, string> = {}
  const response: Pick<ServerResponse, 'removeHeader'> & { setHeader: (name: string, value: string) => void } = {
    setHeader: (name, value) => { headers[name.toLowerCase()] = value },
    removeHeader: () => undefined,
  }
  apply({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error !== undefined) throw new Error('The response headers could not be computed.', { cause: error })
  })
  if (headers['content-security-policy'] === undefined) throw new Error('The content security policy is missing from the response headers.')
  return headers
}
