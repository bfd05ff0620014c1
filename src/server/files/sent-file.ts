/** A file that came in base64 within a body: decoded while it arrives, so that it is never one long text. */
import { createHash } from 'node:crypto'
import type { Json } from '../../core/index.ts'

/** Signs that are decoded together, more than the head of any data URL has. Each piece that came would otherwise be a Buffer of its own, however small. */
const PIECE = 65_536

/** Stands in a body in the place of the text that was sent. To whoever does not know it, it is an object without members. */
export class SentFile {
  readonly size: number
  readonly sha256: string
  readonly #parts: Buffer[]

  constructor(parts: Buffer[], size: number, sha256: string) {
    this.#parts = parts
    this.size = size
    this.sha256 = sha256
    // Whoever looks through a body finds no members in it.
    for (const name of ['size', 'sha256']) Object.defineProperty(this, name, { enumerable: false })
  }

  get content(): Buffer {
    return Buffer.concat(this.#parts, this.size)
  }

  /** What tells one file from another, where bodies are compared. */
  toJSON(): string {
    return this.sha256
  }
}

/** What was no base64. It is refused where a file is read. */
export class UnreadableFile {
  toJSON(): string {
    return ''
  }
}

/** Takes base64 in pieces, with or without a data URL's head. */
export class FileDecoder {
  readonly #parts: Buffer[] = []
  readonly #hash = createHash('sha256')
  #size = 0
  /** What is not decoded yet. */
  #kept = ''
  #isPastHead = false
  #isPadded = false
  #isBroken = false

  write(text: string): void {
    if (this.#isBroken) return
    const all = this.#kept + text
    if (all.length < PIECE) this.#kept = all
    else this.#decode(all)
  }

  end(): SentFile | UnreadableFile {
    if (!this.#isBroken) this.#decode(this.#kept)
    if (this.#isBroken || this.#kept !== '') return new UnreadableFile()
    return new SentFile(this.#parts, this.#size, this.#hash.digest('hex'))
  }

  #decode(text: string): void {
    const all = this.#isPastHead ? text : text.replace(/^data:[^,]{0,200};base64,/, '')
    this.#isPastHead = true
    const whole = all.length - (all.length % 4)
    this.#kept = all.slice(whole)
    const now = all.slice(0, whole)
    this.#isBroken = (this.#isPadded && all !== '') || !/^[A-Za-z0-9+/]*={0,2}$/.test(now)
    if (this.#isBroken) {
      this.#parts.length = 0
      return
    }
    this.#isPadded = now.endsWith('=')
    const part = Buffer.from(now, 'base64')
    this.#size += part.length
    this.#hash.update(part)
    this.#parts.push(part)
  }
}

/** The file that a member of a body holds, taken out as it came or short enough to be a text still. */
export function sentFileOf(value: unknown): SentFile | UnreadableFile {
  if (value instanceof SentFile) return value
  if (typeof value !== 'string') return new UnreadableFile()
  const decoder = new FileDecoder()
  decoder.write(value)
  return decoder.end()
}

/** Whether the value is a file that was taken out of the body. */
export function isTakenOut(value: Json | undefined | object): boolean {
  return value instanceof SentFile || value instanceof UnreadableFile
}
