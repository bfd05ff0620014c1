/**
 * Disk space reserved for the write-ahead log of the embedded database.
 *
 * PostgreSQL panics if it cannot write its log. Therefore a file of fixed size lies next to the database. When the log runs out of space,
 * the file is deleted, so that the current write can complete. After that, all writes are refused (see EmbeddedClient) until there is space
 * to allocate the file again.
 */
import { randomFillSync } from 'node:crypto'
import { existsSync, rmSync, statSync } from 'node:fs'
import { open, rename, rm, statfs } from 'node:fs/promises'
import path from 'node:path'

const CHUNK_BYTES = 1_048_576
/** Four log segments: the largest accepted request fits well into them, as rows and in the log. */
const RESERVED_BYTES = 64 * CHUNK_BYTES
/** Must be free in addition; if the reserve took the last byte, the next write would use it up again. */
const FREE_BYTES = 16 * CHUNK_BYTES
const AGAIN_MS = 1_000

/** The file `reserve` in a folder. One left by an earlier process is reused. */
export class Reserve {
  readonly #folder: string
  readonly #file: string
  #isAllocated: boolean
  #hasFailed = false
  #allocating: Promise<boolean> | undefined
  #tried = -Infinity
  #isClosed = false

  constructor(folder: string) {
    this.#folder = folder
    this.#file = path.join(folder, 'reserve')
    rmSync(`${this.#file}.part`, { force: true })
    this.#isAllocated = existsSync(this.#file) && statSync(this.#file).size >= RESERVED_BYTES
  }

  /** Whether allocating the reserve failed, or it was released and is not allocated again. False before the first attempt. */
  get isMissing(): boolean {
    return !this.#isAllocated && this.#hasFailed
  }

  /** Releases the space at once; false if there is none. */
  release(): boolean {
    this.#hasFailed = true
    if (!this.#isAllocated) return false
    this.#isAllocated = false
    this.#tried = performance.now()
    rmSync(this.#file, { force: true })
    return true
  }

  /** Allocates the reserve if there is space, trying at most once a second. Returns whether it is allocated. */
  allocate(): Promise<boolean> {
    if (this.#allocating !== undefined) return this.#allocating
    if (this.#isAllocated || this.#isClosed || performance.now() - this.#tried < AGAIN_MS) return Promise.resolve(this.#isAllocated)
    this.#tried = performance.now()
    this.#allocating = this.#write().then(
      () => { this.#isAllocated = !this.#isClosed },
      () => { this.#hasFailed = true },
    ).then(() => {
      this.#allocating = undefined
      return this.#isAllocated
    })
    return this.#allocating
  }

  /** Stops an allocation in progress. An allocated reserve remains for the next process. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#allocating
  }

  async #write(): Promise<void> {
    const { bavail, bsize } = await statfs(this.#folder)
    if (bavail * bsize < RESERVED_BYTES + FREE_BYTES) throw new Error('There is not enough free disk space for the reserve.')
    const part = `${this.#file}.part`
    try {
      const file = await open(part, 'w', 0o600)
      try {
        // Some file systems store no blocks for zeros.
        const chunk = randomFillSync(Buffer.allocUnsafe(CHUNK_BYTES))
        for (let written = 0; written < RESERVED_BYTES; written += CHUNK_BYTES) {
          if (this.#isClosed) throw new Error('The database is being closed.')
          await file.writeFile(chunk)
        }
        await file.datasync()
      } finally {
        await file.close()
      }
      await rename(part, this.#file)
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
  }
}
