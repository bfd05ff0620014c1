/**
 * The embedded database's folder, made durable. PGlite (0.5) starts PostgreSQL with -F, which disables fsync, and its file system ignores
 * sync requests: strace showed not one sync for a commit.
 */
import fs from 'node:fs'
import path from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** What Emscripten's NODEFS stores for an open file; a folder has no descriptor. */
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

/** Emscripten's numbers for ENOSPC, EDQUOT and EFBIG. */
const NO_ROOM = new Set([51, 19, 22])
const SEGMENT = /^[0-9A-F]{24}$/

/**
 * A folder on disk whose files are synced when PostgreSQL requests it. If its write-ahead log runs out of disk, it uses the space held in
 * reserve.
 */
export class DurableFolder extends NodeFS {
  readonly #giveRoom: () => boolean
  #module: Module | undefined
  #last = ''
  /** Whether any write in the folder ran out of disk space. */
  hasMissedRoom = false
  /** The number of log segments started since this was last set to 0. */
  segments = 0

  /** @param giveRoom frees disk space when the log runs out of it; returns false if there is none to free */
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

  /** Closes the files that PostgreSQL has open in the folder after it ended unexpectedly. */
  abandon(): void {
    const open = new Set(this.#module?.FS.streams.flatMap((stream) => stream?.nfd ?? []))
    this.#module = undefined
    for (const descriptor of open) {
      try {
        fs.closeSync(descriptor)
      } catch {
        // Already closed.
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

  /**
   * If a table write fails, PostgreSQL rolls back the transaction and reports why; if a log write fails, it panics. So only log writes are
   * retried.
   */
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

/**
 * PostgreSQL's start parameters for such a folder: syncing enabled through fsync, which reaches the folder (PGlite ignores fdatasync), and
 * a log that keeps no more than it needs.
 */
export function durableStartParams(defaults: string[]): string[] {
  return [...defaults.filter((parameter) => parameter !== '-F'), '-c', 'wal_sync_method=fsync', '-c', 'max_wal_size=96MB', '-c', 'min_wal_size=32MB']
}

/** Syncs a folder and everything in it: PGlite copies a new database there without requesting a sync. */
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
