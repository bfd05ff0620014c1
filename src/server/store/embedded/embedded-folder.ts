/** Where the embedded database is in DATA_DIR, and whether this process may use it. */
import { accessSync, chmodSync, constants, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { getSystemErrorMap } from 'node:util'
import { makeFolder } from '../../make-folder.ts'

/** The folder cannot be created, read or written to by this user; the message says what to do. */
export class UnusableFolderError extends Error { override name = 'UnusableFolderError' }

const NO_ROOM = new Set(['ENOSPC', 'EDQUOT'])

/** The folder of PostgreSQL's own files. */
export function postgresFolder(folder: string): string {
  return path.join(folder, 'database')
}

/**
 * Whether the folder contains an embedded database; opening one that does not exist would create it. @throws UnusableFolderError if
 * this user may not look
 */
export function hasEmbedded(folder: string): boolean {
  return inSentences(folder, () => statSync(path.join(postgresFolder(folder), 'PG_VERSION'), { throwIfNoEntry: false }) !== undefined, 'read')
}

/** Creates the folder unless it is there. @throws UnusableFolderError if it cannot be created, read or written to */
export function openFolder(folder: string): void {
  inSentences(folder, () => makeFolder(folder), 'created')
  inSentences(folder, () => accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK), 'used')
}

/** Opens the folder of PostgreSQL's own files to its owner alone, creating it if necessary. Returns it and whether it is empty. */
export function openPostgresFolder(folder: string): { inside: string; isNew: boolean } {
  const inside = postgresFolder(folder)
  return inSentences(inside, () => {
    makeFolder(inside)
    // It contains people's pay and personal documents.
    chmodSync(inside, 0o700)
    return { inside, isNew: readdirSync(inside).length === 0 }
  }, 'used')
}

const NEXT = {
  created: 'Set DATA_DIR to a folder that the user who runs this may create.',
  used: 'Run this as the user who owns the folder, or set DATA_DIR to another.',
  /** By commands on an existing database: another folder would be another database. */
  read: 'Run this as the user who runs the server, and check DATA_DIR.',
}

function inSentences<T>(folder: string, work: () => T, what: keyof typeof NEXT): T {
  try {
    return work()
  } catch (error) {
    const { code = '', errno = 0, message } = error as NodeJS.ErrnoException
    // Said by whoever reports the failure, as of any other file.
    if (NO_ROOM.has(code)) throw error
    throw new UnusableFolderError(`The folder ${folder} of the embedded database cannot be ${what}: ${getSystemErrorMap().get(errno)?.[1] ?? message}. ${NEXT[what]}`)
  }
}
