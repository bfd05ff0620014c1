/**
 * The folder of the embedded database, so that what PostgreSQL wants on the disk is there. PGlite (0.5) starts it with -F, which
 * asks for nothing, and its file system passes over what is asked: not one sync came of a commit (seen with strace).
 */
import fs from 'node:fs'
import path from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** What Emscripten's NODEFS holds of an open file; of a folder it has no descriptor. */
interface Stream { nfd?: number; node: object }
interface Module { NODEFS: { stream_ops: { fsync?: (stream: Stream) => number }; realPath(node: object): string } }

/** A folder on the disk whose files are synced when PostgreSQL says so. */
export class DurableFolder extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...args)
    const preRun = (module: unknown): void => {
      const { NODEFS } = module as Module
      NODEFS.stream_ops.fsync = ({ nfd, node }) => {
        if (nfd === undefined) syncPath(NODEFS.realPath(node))
        else fs.fsyncSync(nfd)
        return 0
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), preRun] } }
  }
}

/** How PostgreSQL is started on such a folder: with syncing, by the call that reaches the folder (of fdatasync PGlite makes nothing). */
export function durableStartParams(defaults: string[]): string[] {
  return [...defaults.filter((parameter) => parameter !== '-F'), '-c', 'wal_sync_method=fsync']
}

/** Syncs a folder with all that is in it: a database that was just made, which PGlite copies there without asking for anything. */
export function syncFolder(folder: string): void {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const name = path.join(folder, entry.name)
    if (entry.isDirectory()) syncFolder(name)
    else if (entry.isFile()) syncPath(name)
  }
  syncPath(folder)
}

function syncPath(name: string): void {
  const descriptor = fs.openSync(name, 'r')
  try {
    fs.fsyncSync(descriptor)
  } finally {
    fs.closeSync(descriptor)
  }
}
