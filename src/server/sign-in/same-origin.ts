import type { FastifyRequest } from 'fastify'

/**
 * Whether the browser says that the call comes from a page of this portal. By Sec-Fetch-Site, which no page can forge, and where an old
 * browser does not send it by Origin, which comes with everything that writes. A read without either is none
 * of the portal's: Safari before 16.4 says so little, and a page elsewhere may. The order is that of Go's CrossOriginProtection.
 */
export function isFromPortal({ headers, host }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin, protocol } = new URL(publicUrl)
  // The protocol is that of PUBLIC_URL: a proxy that ends TLS need not say so, and a page that somebody on the way has put there is http.
  return headers.origin !== undefined && (headers.origin === origin || headers.origin === `${protocol}//${host}`)
}
