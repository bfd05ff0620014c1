/**
 * Room on the disk that is kept for the log of the embedded database.
 *
 * When PostgreSQL cannot write its log it gives itself up. So a file of some size lies beside the database; it goes as soon as the
 * log finds no room, and what is being written is still ended properly. From then on nothing more is written (see EmbeddedClient)
 * until there is room to keep it again.
 */
import { randomFillSync } from 'node:crypto'
import { existsSync, rmSync, statSync } from 'node:fs'
import { open, rename, rm, statfs } from 'node:fs/promises'
import path from 'node:path'

const CHUNK_BYTES = 1_048_576
/** Four segments of the log: the largest request that is taken, as rows and in the log, fits well into them. */
const RESERVED_BYTES = 64 * CHUNK_BYTES
/** What has to be free beside it: kept to the last byte it would go again with the next write. */
const FREE_BYTES = 16 * CHUNK_BYTES
const AGAIN_MS = 1_000

/** The file `reserve` of a folder. One that was kept by an earlier process is taken over. */
export class Reserve {
  readonly #folder: string
  readonly #file: string
  #isKept: boolean
  #hasFailed = false
  #keeping: Promise<boolean> | undefined
  #tried = -Infinity
  #isClosed = false

  constructor(folder: string) {
    this.#folder = folder
    this.#file = path.join(folder, 'reserve')
    rmSync(`${this.#file}.part`, { force: true })
    this.#isKept = existsSync(this.#file) && statSync(this.#file).size >= RESERVED_BYTES
  }

  /** Whether there was no room to keep it, or it had to go, and it is not kept again. Not so before it was tried the first time. */
  get isMissing(): boolean {
    return !this.#isKept && this.#hasFailed
  }

  /** Gives the room at once; false when there is none to give. */
  release(): boolean {
    this.#hasFailed = true
    if (!this.#isKept) return false
    this.#isKept = false
    this.#tried = performance.now()
    rmSync(this.#file, { force: true })
    return true
  }

  /** Keeps it where there is room, trying at most once a second. Answers whether it is kept. */
  keep(): Promise<boolean> {
    if (this.#keeping !== undefined) return this.#keeping
    if (this.#isKept || this.#isClosed || performance.now() - this.#tried < AGAIN_MS) return Promise.resolve(this.#isKept)
    this.#tried = performance.now()
    this.#keeping = this.#write().then(
      () => { this.#isKept = !this.#isClosed },
      () => { this.#hasFailed = true },
    ).then(() => {
      this.#keeping = undefined
      return this.#isKept
    })
    return this.#keeping
  }

  /** Ends what is under way. What is kept stays for the next process. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#keeping
  }

  async #write(): Promise<void> {
    const { bavail, bsize } = await statfs(this.#folder)
    if (bavail * bsize < RESERVED_BYTES + FREE_BYTES) throw new Error('There is no room to keep.')
    const part = `${this.#file}.part`
    try {
      const file = await open(part, 'w', 0o600)
      try {
        // Of zeros some file systems keep nothing.
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
