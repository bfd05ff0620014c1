/** A file sent as base64 in a JSON body, decoded as it arrives so that it is never held as one long string. */
import { createHash } from 'node:crypto'
import type { Json } from '../../core/index.ts'
import { yieldIfBusy } from '../in-pieces.ts'

/**
 * Characters to decode at a time; longer than any data URL prefix. Otherwise every received piece, however small, would become its own
 * Buffer.
 */
const PIECE = 65_536

/** Replaces the base64 text in a parsed body. To code that does not know the class, it is an object without properties. */
export class SentFile {
  readonly size: number
  readonly sha256: string
  readonly #parts: Buffer[]

  constructor(parts: Buffer[], size: number, sha256: string) {
    this.#parts = parts
    this.size = size
    this.sha256 = sha256
    // Not enumerable, so that code walking a body finds no properties in it.
    for (const name of ['size', 'sha256']) Object.defineProperty(this, name, { enumerable: false })
  }

  /** The content in one Buffer. Copied in slices: the first use of five new megabytes alone takes 10 to 40 ms. */
  async content(): Promise<Buffer> {
    const whole = Buffer.allocUnsafeSlow(this.size)
    let at = 0
    for (const part of this.#parts) {
      await yieldIfBusy()
      at += part.copy(whole, at)
    }
    return whole
  }

  /** Identifies the file where bodies are compared. */
  toJSON(): string {
    return this.sha256
  }
}

/** Text that was not valid base64. Rejected where a file is read. */
export class UnreadableFile {
  toJSON(): string {
    return ''
  }
}

/** Decodes base64 in pieces, with or without a data URL prefix. */
export class FileDecoder {
  readonly #parts: Buffer[] = []
  readonly #hash = createHash('sha256')
  #size = 0
  /** Text not decoded yet. */
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

/** The file in a body property, whether it was taken out while the body arrived or is short enough to still be text. */
export function sentFileOf(value: unknown): SentFile | UnreadableFile {
  if (value instanceof SentFile) return value
  if (typeof value !== 'string') return new UnreadableFile()
  const decoder = new FileDecoder()
  decoder.write(value)
  return decoder.end()
}

/** Whether the value is a file that was taken out of the body. */
export function isExtractedFile(value: Json | undefined | object): boolean {
  return value instanceof SentFile || value instanceof UnreadableFile
}
