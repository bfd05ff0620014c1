import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { folderProblems } from '../src/server/manifests/read-sources.ts'

/** The repository. dist/tools/ lies two folders below it. */
export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..')

/** The folders of modules that a tool works on: those named, else those of `MODULES`, else the repository's. Absolute. */
export function moduleFolders(named: readonly string[]): string[] {
  if (named.length > 0) return named.map((folder) => path.resolve(folder))
  const set = (process.env['MODULES'] ?? '').split(':').filter((folder) => folder !== '')
  return set.length > 0 ? set.map((folder) => path.resolve(folder)) : [path.join(ROOT, 'modules')]
}

/** What is wrong with the folders, a sentence each; empty when they hold modules as they should. */
export function whatIsWrongWith(folders: readonly string[]): string[] {
  const missing = folders.filter((folder) => !existsSync(folder))
  return [...missing.map((folder) => `There is no folder ${folder}.`), ...folders.filter((folder) => !missing.includes(folder)).flatMap(folderProblems).map((problem) => `The folder is ${problem}.`)]
}
