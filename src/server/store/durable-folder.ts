/**
 * The folder of the embedded database, so that what PostgreSQL wants on the disk is there. PGlite (0.5) starts it with -F, which
 * asks for nothing, and its file system passes over what is asked: not one sync came of a commit (seen with strace).
 */
import fs from 'node:fs'
import path from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** What Emscripten's NODEFS holds of an open file; of a folder it has no descriptor. */
interface Stream { nfd?: number; node: object }
type Work<A extends unknown[]> = (...args: A) => unknown
interface Module {
  FS: { streams: (Stream | null | undefined)[] }
  NODEFS: {
    stream_ops: { open: Work<[Stream]>; write: Work<[Stream, ...unknown[]]>; fsync?: (stream: Stream) => number }
    node_ops: { mknod: Work<[parent: object, name: string, ...unknown[]]> }
    realPath(node: object): string
  }
}

/** What Emscripten calls ENOSPC, EDQUOT and EFBIG. */
const NO_ROOM = new Set([51, 19, 22])
const SEGMENT = /^[0-9A-F]{24}$/

/** A folder on the disk whose files are synced when PostgreSQL says so, and whose log finds room that was kept for it. */
export class DurableFolder extends NodeFS {
  readonly #giveRoom: () => boolean
  #module: Module | undefined
  #last = ''
  /** Whether anything in the folder found no room. */
  hasMissedRoom = false
  /** How many segments of the log were begun since this was set to nought. */
  segments = 0

  /** @param giveRoom makes room when the log finds none; false where there is none to give */
  constructor(folder: string, giveRoom: () => boolean = () => false) {
    super(folder)
    this.#giveRoom = giveRoom
  }

  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...args)
    const preRun = (module: unknown): void => {
      this.#module = module as Module
      this.#prepare(this.#module)
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), preRun] } }
  }

  /** Closes what PostgreSQL has open in the folder, when it ended by itself. */
  abandon(): void {
    const open = new Set(this.#module?.FS.streams.flatMap((stream) => stream?.nfd ?? []))
    this.#module = undefined
    for (const descriptor of open) {
      try {
        fs.closeSync(descriptor)
      } catch {
        // Closed already.
      }
    }
  }

  #prepare({ NODEFS }: Module): void {
    const { stream_ops: streams, node_ops: nodes } = NODEFS
    const { open, write } = streams
    const { mknod } = nodes
    streams.fsync = ({ nfd, node }) => {
      if (nfd === undefined) syncPath(NODEFS.realPath(node))
      else fs.fsyncSync(nfd)
      return 0
    }
    streams.open = (stream) => {
      this.#noteSegment(NODEFS.realPath(stream.node))
      return open(stream)
    }
    streams.write = (stream, ...rest) => this.#withRoom(() => write(stream, ...rest), () => NODEFS.realPath(stream.node))
    nodes.mknod = (parent, name, ...rest) => this.#withRoom(() => mknod(parent, name, ...rest), () => path.join(NODEFS.realPath(parent), name))
  }

  /** For tables PostgreSQL undoes the transaction and says why; without its log it gives itself up. */
  #withRoom<T>(work: () => T, where: () => string): T {
    try {
      return work()
    } catch (error) {
      if (!isNoRoom(error)) throw error
      this.hasMissedRoom = true
      if (!isOfLog(where()) || !this.#giveRoom()) throw error
      return work()
    }
  }

  #noteSegment(file: string): void {
    const name = path.basename(file)
    if (!isOfLog(file) || !SEGMENT.test(name) || name === this.#last) return
    this.#last = name
    this.segments += 1
  }
}

function isOfLog(file: string): boolean {
  return path.basename(path.dirname(file)) === 'pg_wal'
}

function isNoRoom(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'errno' in error && typeof error.errno === 'number' && NO_ROOM.has(error.errno)
}

/** How PostgreSQL is started on such a folder: with syncing, by the call that reaches the folder (of fdatasync PGlite makes nothing), and with a log that does not keep more than it needs. */
export function durableStartParams(defaults: string[]): string[] {
  return [...defaults.filter((parameter) => parameter !== '-F'), '-c', 'wal_sync_method=fsync', '-c', 'max_wal_size=96MB', '-c', 'min_wal_size=32MB']
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
