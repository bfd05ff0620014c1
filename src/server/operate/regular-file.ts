/** Files of a backup, read only where they are files: a pipe in the place of one would be waited for, and a link may lead anywhere. */
import { constants, type Stats } from 'node:fs'
import { lstat, open, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { OperationError } from './operation-error.ts'

/** What there may be to do about it, behind a sentence that says what is wrong. */
export const ANOTHER = 'Copy the folder once more from where it was kept, or use another backup.'

const KINDS: [is: (found: Stats) => boolean, called: string][] = [
  [(found) => found.isSymbolicLink(), 'a link to something else'],
  [(found) => found.isDirectory(), 'a folder'],
  [(found) => found.isFIFO(), 'a pipe'],
  [(found) => found.isSocket(), 'a socket'],
]

/** The file, open for reading; undefined where there is none. Throws OperationError where something else stands in its place, or it cannot be read. */
export async function openRegular(file: string): Promise<FileHandle | undefined> {
  try {
    // To open a device may do something to it.
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
  throw new OperationError(`In the place of ${path.basename(file)} in the backup stands ${called}. ${ANOTHER}`)
}

/** That the file cannot be read, and what to do about it. */
export function unreadable(file: string, error: unknown): OperationError {
  return new OperationError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}. See that whoever runs this may read it, or use another backup.`)
}
