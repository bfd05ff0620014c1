import { existsSync, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'

/**
 * Creates a folder and those above it. Node's own recursive way never ends in a file system that refuses new folders as not found, such as
 * /proc (Node 20). @throws the error of the first folder that cannot be created
 */
export function makeFolder(folder: string, mode?: number): void {
  const parent = path.dirname(folder)
  if (parent !== folder && !existsSync(parent)) makeFolder(parent, mode)
  if (existsSync(folder) && statSync(folder).isDirectory()) return
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    // Somebody else was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !statSync(folder).isDirectory()) throw error
  }
}
