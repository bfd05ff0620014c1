/** Where the embedded database stands in DATA_DIR. */
import { existsSync } from 'node:fs'
import path from 'node:path'

/** The folder of PostgreSQL's own files. */
export function insideOf(folder: string): string {
  return path.join(folder, 'database')
}

/** Whether an embedded database was ever made in the folder; opening one that is not there would make it. */
export function hasEmbedded(folder: string): boolean {
  return existsSync(path.join(insideOf(folder), 'PG_VERSION'))
}
