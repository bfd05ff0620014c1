/** The demo organisation, made once: every file of browser tests begins with a portal on a copy of it, and meets nothing that another one did. */
import type { TestProject } from 'vitest/node'
import { prepareDemo, type PreparedDemo } from './prepared-demo.ts'

declare module 'vitest' {
  export interface ProvidedContext { preparedDemo: PreparedDemo }
}

/** Begins to make it, beside what is tested first; answers how to remove it after the last file. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { prepared, remove } = await prepareDemo()
  project.provide('preparedDemo', prepared)
  return remove
}
