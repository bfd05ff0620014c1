import { existsSync } from 'node:fs'
import path from 'node:path'

/** The folder that holds schemas/ and package.json, seen from the compiled or the source file. */
export function findRoot(): string {
  let folder = import.meta.dirname
  while (!existsSync(path.join(folder, 'schemas')) && path.dirname(folder) !== folder) folder = path.dirname(folder)
  return folder
}
