/**
 * Takes the files out of a body of JSON while it arrives. What is left is as small as a body without files, whatever they weigh:
 * a text of 25 MB would keep everybody waiting while it is put together, parsed and looked through.
 */
import { randomUUID } from 'node:crypto'
import { Gathered } from './gathered.ts'
import { FileDecoder, type SentFile, type UnreadableFile } from './sent-file.ts'

type TakenFile = SentFile | UnreadableFile

/** Bytes of a text that is left in the body, whatever its name. */
const SHORT = 4_096
/** Bytes of a member's name that are looked at. */
const MAX_NAME_LENGTH = 200

const QUOTE = 34
const BACKSLASH = 92
const COLON = 58
/** , [ ] { } */
const ENDS_NAME = new Set([44, 91, 93, 123, 125])

/** Of one body; `names` are those of the members whose texts are files. Throws what `refuse` answers where more than `max` bytes are no file's. */
export class FileTaker {
  readonly #names: ReadonlySet<string>
  readonly #max: number
  readonly #refuse: () => Error
  readonly #left = new Gathered()
  readonly #files = new Map<string, TakenFile>()
  /** What stands in the place of a file. Nobody who sends a body can know it. */
  readonly #mark = randomUUID()
  /** The text that was passed last, which is a name if a colon follows; and the name of the value that comes next. */
  #last: Span | undefined
  #name: Span | undefined
  #text: TextAtHand | undefined
  /** From where on the piece at hand is left as it is. */
  #from = 0

  constructor(names: ReadonlySet<string>, max: number, refuse: () => Error) {
    this.#names = names
    this.#max = max
    this.#refuse = refuse
  }

  /** Takes the next piece. */
  write(chunk: Buffer): void {
    this.#from = 0
    let at = 0
    while (at < chunk.length) at = this.#text === undefined ? this.#beside(chunk, at) : this.#within(chunk, at, this.#text)
    if (this.#text?.mayBeFile !== true) this.#leave(chunk.subarray(this.#from))
  }

  /** The text without its files. A text that does not end is left as it is, for the parser to refuse. */
  end(): string {
    if (this.#text?.mayBeFile === true) this.#leave(QUOTED, this.#text.held.whole())
    return this.#left.whole().toString('utf8')
  }

  /** What was parsed of that text, with the files in their places. */
  restore<T>(body: T): T {
    return this.#files.size === 0 ? body : this.#restored(body) as T
  }

  #restored(value: unknown): unknown {
    if (typeof value === 'string') return this.#files.get(value) ?? value
    if (typeof value !== 'object' || value === null) return value
    for (const [name, member] of Object.entries(value)) (value as Record<string, unknown>)[name] = this.#restored(member)
    return value
  }

  /** Passes over what is in no text. @returns where it stopped */
  #beside(chunk: Buffer, from: number): number {
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

  /** Whether the value that begins has the name of a file. */
  #isOfFile(): boolean {
    if (this.#name === undefined) return false
    const { chunk, from, end, before } = this.#name
    return before.length + end - from <= MAX_NAME_LENGTH && this.#names.has(before + chunk.toString('latin1', from, end))
  }

  /** Passes over a text as far as it is there. @returns where it stopped */
  #within(chunk: Buffer, from: number, text: TextAtHand): number {
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

/** Where a text stands in the piece in which it ends, and what of it was in pieces before. */
interface Span { chunk: Buffer; from: number; end: number; before: string }

const QUOTED = Buffer.from('"')

/** A text of which the end has not been seen. */
class TextAtHand {
  readonly mayBeFile: boolean
  /** What may still be left as it is. */
  held = new Gathered()
  /** Of one that is no file, what was in pieces before, as far as it may be a name. */
  before = ''
  #decoding: FileDecoder | undefined
  #slashes = 0
  /** An escape of which the end is missing. */
  #kept = ''

  constructor(mayBeFile: boolean) {
    this.mayBeFile = mayBeFile
  }

  /** Where the quote that ends it stands; -1 where it is not in the piece. */
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

  /** Keeps a part of it; once it is too long to be left it is a file. */
  take(part: Buffer): void {
    if (this.#decoding !== undefined) return this.#decode(part)
    this.held.add(part)
    if (this.held.size <= SHORT) return
    this.#decoding = new FileDecoder()
    this.#decode(this.held.whole())
    this.held = new Gathered()
  }

  /** Some write a slash, or a plus, as an escape. */
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

  /** The file; undefined where it is none. */
  finish(): TakenFile | undefined {
    if (this.#kept !== '') this.#decoding?.write(this.#kept)
    return this.#decoding?.end()
  }
}
