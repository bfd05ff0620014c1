/** A server for each worker of the browser tests, with the demo organisation: what one file does never meets another's that runs beside it. */
import { rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { prepareDemo, startPortal } from './server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    portalUrls: string[]
    /** Folder with the data of a server that made the demo organisation; empty when nobody prepared it. */
    preparedDemo: string
  }
}

/**
 * Starts the servers before the first file, answers how to stop them after the last. The demo organisation is made once, and they
 * begin with copies of it, as do the portals that files start for themselves. PORTAL_URL names a server that runs already, for work
 * on a single test.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env['PORTAL_URL']
  if (running) {
    project.provide('portalUrls', [running])
    project.provide('preparedDemo', '')
    return async () => {}
  }
  const prepared = await prepareDemo()
  project.provide('preparedDemo', prepared)
  const portals = await Promise.all(Array.from({ length: Number(project.config.maxWorkers) || 1 }, () => startPortal({ DEMO: '1' }, prepared)))
  project.provide('portalUrls', portals.map(({ url }) => url))
  return async () => {
    await Promise.all(portals.map((portal) => portal.stop()))
    rmSync(prepared, { recursive: true, force: true })
  }
}
