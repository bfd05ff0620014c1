/** A folder of the test run, through which its files share prepared data. */
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { dropServerDatabase } from './server-database.ts'

/** The suffix of files that contain the name of a filled database on the test server. */
export const TEMPLATE = '.template'

declare module 'vitest' {
  export interface ProvidedContext { preparedFolder: string }
}

/** Creates the folder before the first file; after the last one removes it, and the databases on the test server. */
export function setup(project: TestProject): () => Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'dirisha-tests-'))
  project.provide('preparedFolder', folder)
  return async () => {
    for (const name of readdirSync(folder).filter((file) => file.endsWith(TEMPLATE))) await dropServerDatabase(readFileSync(path.join(folder, name), 'utf8'))
    rmSync(folder, { recursive: true, force: true })
  }
}
