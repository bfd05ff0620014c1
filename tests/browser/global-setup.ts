/** The demo organisation, made once: every file of browser tests begins with a portal on a copy of it, and meets nothing that another one did. */
import type { TestProject } from 'vitest/node'
import { prepareDemo, type PreparedDemo } from './server.ts'

declare module 'vitest' {
  export interface ProvidedContext { preparedDemo: PreparedDemo }
}

/** Makes it before the first file, answers how to remove it after the last. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { prepared, remove } = await prepareDemo()
  project.provide('preparedDemo', prepared)
  return remove
}
