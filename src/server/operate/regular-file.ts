/** Opens backup files only if they are regular files: reading a pipe would block, and a symbolic link may point anywhere. */
import { constants, type Stats } from 'node:fs'
import { lstat, open, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { OperationError } from './operation-error.ts'

/** Advice that follows a sentence about what is wrong. */
export const ANOTHER = 'Copy the folder once more from where it was kept, or use another backup.'

const KINDS: [is: (found: Stats) => boolean, called: string][] = [
  [(found) => found.isSymbolicLink(), 'a link to something else'],
  [(found) => found.isDirectory(), 'a folder'],
  [(found) => found.isFIFO(), 'a pipe'],
  [(found) => found.isSocket(), 'a socket'],
]

/** Opens the file for reading; undefined if it does not exist. @throws OperationError if it is not a regular file or cannot be read */
export async function openRegular(file: string): Promise<FileHandle | undefined> {
  try {
    // Checked before opening, because opening a device may have side effects.
    requireRegular(file, await lstat(file))
    const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      requireRegular(file, await handle.stat())
      return handle
    } catch (error) {
      await handle.close()
      throw error
    }
  } catch (error) {
    if (error instanceof OperationError) throw error
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw unreadable(file, error)
  }
}

function requireRegular(file: string, found: Stats): void {
  if (found.isFile()) return
  const [, called] = KINDS.find(([is]) => is(found)) ?? [undefined, 'a device']
  throw new OperationError(`${path.basename(file)} in the backup is ${called}. ${ANOTHER}`)
}

/** The error for a file that cannot be read, with advice. */
export function unreadable(file: string, error: unknown): OperationError {
  return new OperationError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}. Make sure that the user who runs this may read it, or use another backup.`)
}
