/**
 * A server for development whose routes follow the manifests. Routes are fixed once an application answers, so a changed
 * set of manifests is given a new application behind the same port; what the old one has begun, it ends.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buildApp } from './app.ts'
import type { Services } from './services.ts'

export interface ReloadingServer {
  /** Answers the port listened on. */
  listen(at: { host: string; port: number }): Promise<number>
  /** Builds the application anew. When that fails, the one before goes on and the error is thrown. */
  renew(): Promise<void>
  close(): Promise<void>
}

/** Builds the application once and keeps it until it is renewed. */
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
