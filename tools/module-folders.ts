import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { folderProblems } from '../src/server/manifests/read-sources.ts'

/** The repository's root. dist/tools/ lies two folders below it. */
export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..')

/** The module folders that a tool works on: the named ones, otherwise those of `MODULES`, otherwise the repository's. Absolute. */
export function moduleFolders(named: readonly string[]): string[] {
  if (named.length > 0) return named.map((folder) => path.resolve(folder))
  const set = (process.env['MODULES'] ?? '').split(':').filter((folder) => folder !== '')
  return set.length > 0 ? set.map((folder) => path.resolve(folder)) : [path.join(ROOT, 'modules')]
}

/** The problems of the folders, a sentence each; empty if they contain modules as expected. */
export function problemsOfFolders(folders: readonly string[]): string[] {
  const missing = folders.filter((folder) => !existsSync(folder))
  return [...missing.map((folder) => `There is no folder ${folder}.`), ...folders.filter((folder) => !missing.includes(folder)).flatMap(folderProblems).map((problem) => `Wrong folder: ${problem}.`)]
}
