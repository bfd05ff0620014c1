/** A folder of the test run, in which its files share what one of them made. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { dropServerDatabase } from '../store/support.ts'

/** Holds the name of the filled database on the test server. */
export const SERVER_TEMPLATE = 'server.txt'

declare module 'vitest' {
  export interface ProvidedContext { preparedFolder: string }
}

/** Makes the folder before the first file; after the last removes it, and what stands on the test server. */
export function setup(project: TestProject): () => Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'dirisha-tests-'))
  project.provide('preparedFolder', folder)
  return async () => {
    const template = path.join(folder, SERVER_TEMPLATE)
    if (existsSync(template)) await dropServerDatabase(readFileSync(template, 'utf8'))
    rmSync(folder, { recursive: true, force: true })
  }
}
