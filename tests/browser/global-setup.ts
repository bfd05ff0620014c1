/** One server for all browser tests that need nothing but the demo organisation; each test makes the documents it works on. */
import type { TestProject } from 'vitest/node'
import { startPortal } from './server.ts'

declare module 'vitest' {
  export interface ProvidedContext { portalUrl: string }
}

/** Starts the server before the first file, answers how to stop it after the last. PORTAL_URL names one that runs already, for work on a single test. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env['PORTAL_URL']
  if (running) {
    project.provide('portalUrl', running)
    return async () => {}
  }
  const portal = await startPortal({ DEMO: '1' })
  project.provide('portalUrl', portal.url)
  return () => portal.stop()
}
