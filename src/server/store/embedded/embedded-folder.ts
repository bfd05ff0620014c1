/** Where the embedded database is in DATA_DIR. */
import { existsSync } from 'node:fs'
import path from 'node:path'

/** The folder of PostgreSQL's own files. */
export function postgresFolder(folder: string): string {
  return path.join(folder, 'database')
}

/** Whether the folder contains an embedded database; opening one that does not exist would create it. */
export function hasEmbedded(folder: string): boolean {
  return existsSync(path.join(postgresFolder(folder), 'PG_VERSION'))
}
