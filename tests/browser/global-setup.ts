/** The demo organisation, created once: every file of browser tests starts with a portal on its own copy, unaffected by other files. */
import type { TestProject } from 'vitest/node'
import { prepareDemo, type PreparedDemo } from './prepared-demo.ts'

declare module 'vitest' {
  export interface ProvidedContext { preparedDemo: PreparedDemo }
}

/** Starts creating it while the first tests run; returns a function that removes it after the last file. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { prepared, remove } = await prepareDemo()
  project.provide('preparedDemo', prepared)
  return remove
}
