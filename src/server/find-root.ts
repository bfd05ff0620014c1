import { existsSync } from 'node:fs'
import path from 'node:path'

/** The folder that contains schemas/ and package.json, found from either the compiled or the source file. */
export function findRoot(): string {
  let folder = import.meta.dirname
  while (!existsSync(path.join(folder, 'schemas')) && path.dirname(folder) !== folder) folder = path.dirname(folder)
  return folder
}
