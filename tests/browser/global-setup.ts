/** A server for each worker of the browser tests, with the demo organisation: what one file does never meets another's that runs beside it. */
import type { TestProject } from 'vitest/node'
import { startPortal } from './server.ts'

declare module 'vitest' {
  export interface ProvidedContext { portalUrls: string[] }
}

/** Starts the servers before the first file, answers how to stop them after the last. PORTAL_URL names one that runs already, for work on a single test. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env['PORTAL_URL']
  if (running) {
    project.provide('portalUrls', [running])
    return async () => {}
  }
  const portals = await Promise.all(Array.from({ length: Number(project.config.maxWorkers) || 1 }, () => startPortal({ DEMO: '1' })))
  project.provide('portalUrls', portals.map(({ url }) => url))
  return async () => { await Promise.all(portals.map((portal) => portal.stop())) }
}
