/**
 * A development server whose routes follow the manifests. Fastify's routes cannot change once it serves requests, so a changed set of
 * manifests gets a new application behind the same port. The old one finishes the requests it has started.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buildApp } from './app.ts'
import type { Services } from './services.ts'

export interface ReloadingServer {
  /** Returns the port. */
  listen(at: { host: string; port: number }): Promise<number>
  /** Rebuilds the application. If that fails, the previous one stays and the error is thrown. */
  renew(): Promise<void>
  close(): Promise<void>
}

/** Builds the application and keeps it until it is renewed. */
export async function createReloadingServer(services: Services): Promise<ReloadingServer> {
  let current = await buildApp(services)
  await current.ready()
  const server = createServer((request, response) => current.routing(request, response))
  return {
    listen: ({ host, port }) => new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
    }),
    async renew() {
      const next = await buildApp(services)
      await next.ready()
      const before = current
      current = next
      await before.close()
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => { server.close(resolve) })
      await current.close()
    },
  }
}
