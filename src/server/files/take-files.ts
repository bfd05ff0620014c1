/**
 * Takes the files out of a JSON body while it arrives. What remains is as small as a body without files, whatever their size: building,
 * parsing and walking a string of 25 MB would block all other requests.
 */
import { randomUUID } from 'node:crypto'
import { ByteBuffer } from './byte-buffer.ts'
import { FileDecoder, type SentFile, type UnreadableFile } from './sent-file.ts'

type TakenFile = SentFile | UnreadableFile

/** Longest string in bytes that stays in the body, whatever its name. */
const SHORT = 4_096
/** Longest property name in bytes that is compared. */
const MAX_NAME_LENGTH = 200

const QUOTE = 34
const BACKSLASH = 92
const COLON = 58
/** , [ ] { } */
const ENDS_NAME = new Set([44, 91, 93, 123, 125])

/**
 * Takes the files out of one body; `names` are the property names whose strings are files. Throws the error from `refuse` when more than
 * `max` bytes remain without the files.
 */
export class FileExtractor {
  readonly #names: ReadonlySet<string>
  readonly #max: number
  readonly #refuse: () => Error
  readonly #left = new ByteBuffer()
  readonly #files = new Map<string, TakenFile>()
  /** Placeholder for a file. Random, so that a sender cannot forge it. */
  readonly #mark = randomUUID()
  /** `#last` is the last complete string, which is a property name if a colon follows; `#name` is the name of the value that comes next. */
  #last: Span | undefined
  #name: Span | undefined
  #text: TextAtHand | undefined
  /** Offset in the current piece from which bytes are kept as they are. */
  #from = 0

  constructor(names: ReadonlySet<string>, max: number, refuse: () => Error) {
    this.#names = names
    this.#max = max
    this.#refuse = refuse
  }

  /** Processes the next piece. */
  write(chunk: Buffer): void {
    this.#from = 0
    let at = 0
    while (at < chunk.length) at = this.#text === undefined ? this.#outsideStrings(chunk, at) : this.#insideString(chunk, at, this.#text)
    if (this.#text?.mayBeFile !== true) this.#leave(chunk.subarray(this.#from))
  }

  /** The body text without its files. An unterminated string is kept as it is, for the parser to reject. */
  end(): string {
    if (this.#text?.mayBeFile === true) this.#leave(QUOTED, this.#text.held.whole())
    return this.#left.whole().toString('utf8')
  }

  /** Puts the files back in their places in the parsed body. */
  restore<T>(body: T): T {
    return this.#files.size === 0 ? body : this.#restored(body) as T
  }

  #restored(value: unknown): unknown {
    if (typeof value === 'string') return this.#files.get(value) ?? value
    if (typeof value !== 'object' || value === null) return value
    for (const [name, member] of Object.entries(value)) (value as Record<string, unknown>)[name] = this.#restored(member)
    return value
  }

  /** Skips everything outside strings. @returns the offset at which it stopped */
  #outsideStrings(chunk: Buffer, from: number): number {
    let at = from
    for (; at < chunk.length && chunk[at] !== QUOTE; at += 1) {
      const sign = chunk[at] ?? 0
      if (sign === COLON) this.#name = this.#last
      else if (ENDS_NAME.has(sign)) this.#name = undefined
    }
    if (at === chunk.length) return at
    this.#text = new TextAtHand(this.#isOfFile())
    if (this.#text.mayBeFile) {
      this.#leave(chunk.subarray(this.#from, at))
      this.#from = chunk.length
    }
    return at + 1
  }

  /** Whether the string that starts here is the value of a file property. */
  #isOfFile(): boolean {
    if (this.#name === undefined) return false
    const { chunk, from, end, before } = this.#name
    return before.length + end - from <= MAX_NAME_LENGTH && this.#names.has(before + chunk.toString('latin1', from, end))
  }

  /** Skips the string, as far as it has arrived. @returns the offset at which it stopped */
  #insideString(chunk: Buffer, from: number, text: TextAtHand): number {
    const end = text.endIn(chunk, from)
    const upto = end < 0 ? chunk.length : end
    if (text.mayBeFile) text.take(chunk.subarray(from, upto))
    else if (end < 0 && text.before.length <= MAX_NAME_LENGTH) text.before += chunk.toString('latin1', from, Math.min(upto, from + MAX_NAME_LENGTH + 1))
    if (end < 0) return chunk.length
    this.#text = undefined
    this.#last = { chunk, from, end, before: text.before }
    if (text.mayBeFile) this.#close(end, text)
    return end + 1
  }

  #close(end: number, text: TextAtHand): void {
    this.#from = end + 1
    const file = text.finish()
    const mark = `${this.#mark} ${this.#files.size}`
    if (file === undefined) this.#leave(QUOTED, text.held.whole(), QUOTED)
    else this.#leave(Buffer.from(`"${mark}"`))
    if (file !== undefined) this.#files.set(mark, file)
  }

  #leave(...parts: Buffer[]): void {
    for (const part of parts) this.#left.add(part)
    if (this.#left.size > this.#max) throw this.#refuse()
  }
}

/** A string's position in the piece in which it ends, and the part of it that came in earlier pieces. */
interface Span { chunk: Buffer; from: number; end: number; before: string }

const QUOTED = Buffer.from('"')

/** A string whose end has not arrived yet. */
class TextAtHand {
  readonly mayBeFile: boolean
  /** Bytes that may still be short enough to stay in the body. */
  held = new ByteBuffer()
  /** For a string that is not a file: the part from earlier pieces, as far as needed to compare a name. */
  before = ''
  #decoding: FileDecoder | undefined
  #slashes = 0
  /** An incomplete escape sequence. */
  #kept = ''

  constructor(mayBeFile: boolean) {
    this.mayBeFile = mayBeFile
  }

  /** Offset of the closing quote; -1 if it is not in this piece. */
  endIn(chunk: Buffer, from: number): number {
    for (let end = chunk.indexOf(QUOTE, from); end >= 0; end = chunk.indexOf(QUOTE, end + 1)) {
      if (this.#slashesBefore(chunk, from, end) % 2 === 0) return end
    }
    this.#slashes = this.#slashesBefore(chunk, from, chunk.length)
    return -1
  }

  #slashesBefore(chunk: Buffer, from: number, end: number): number {
    let at = end
    while (at > from && chunk[at - 1] === BACKSLASH) at -= 1
    return end - at + (at === from ? this.#slashes : 0)
  }

  /** Adds a part of the string. Once it is too long to stay in the body, it is decoded as a file. */
  take(part: Buffer): void {
    if (this.#decoding !== undefined) return this.#decode(part)
    this.held.add(part)
    if (this.held.size <= SHORT) return
    this.#decoding = new FileDecoder()
    this.#decode(this.held.whole())
    this.held = new ByteBuffer()
  }

  /** Some encoders escape the slash or the plus. */
  #decode(part: Buffer): void {
    const text = this.#kept + part.toString('latin1')
    if (!text.includes('\\')) {
      this.#kept = ''
      this.#decoding?.write(text)
      return
    }
    this.#kept = /\\(?:u[0-9a-f]{0,3})?$/i.exec(text)?.[0] ?? ''
    this.#decoding?.write(text.slice(0, text.length - this.#kept.length).replaceAll(/\\\/|\\u00([0-7][0-9a-f])/gi, (_, code: string | undefined) => (code === undefined ? '/' : String.fromCharCode(parseInt(code, 16)))))
  }

  /** The decoded file; undefined if the string is short enough to stay in the body. */
  finish(): TakenFile | undefined {
    if (this.#kept !== '') this.#decoding?.write(this.#kept)
    return this.#decoding?.end()
  }
}
