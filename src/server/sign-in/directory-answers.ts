/**
 * What a directory may answer. ldapts takes an answer of any kind for the one that it waits for, one without a result for success, and a
 * list that was cut off for the whole.
 */
import type { Socket } from 'node:net'
import type { Client } from 'ldapts'

/**
 * Most bytes a directory may send for one sign-in: a name of a few hundred bytes and referrals. The library would read a larger response
 * into memory in full.
 */
const MAX_BYTES = 64_000

/** The operations of RFC 4511, by the tag of the request: the tags of what answers it, the one with the result last. */
const ANSWERS: Record<number, number[]> = { 0x60: [0x61], 0x63: [0x64, 0x73, 0x65], 0x77: [0x78] }
const CUT_OFF = 4
const ENUMERATED = 0x0a

interface Reader { buffer: Buffer; offset: number; size: number }
interface Answer { status?: number }
/** What the library's parser has besides its published interface. If another version lacks it, nobody is signed in. */
interface Parser {
  buffer?: Buffer
  read(data: Buffer, ...more: unknown[]): void
  _getMessageFromProtocolOperation(id: number, operation: number, reader: Reader, request?: { protocolOperation: number }): Answer
}

export interface WatchedAnswers {
  /** Rejects, and the connection is closed, if the directory sends more than MAX_BYTES. */
  tooMuch: Promise<never>
  /** For after a connection turned to TLS. @throws Error if it holds the beginning of an answer that anybody on the way could have sent */
  requireNothingLeft(): void
}

/** Watches the answers that the client gets: what is not clearly an answer to its request fails that request. */
export function watchAnswers(client: Client): WatchedAnswers {
  const { messageParser: parser } = client as unknown as { messageParser: Parser }
  const parse = parser._getMessageFromProtocolOperation.bind(parser)
  let entries = 0
  parser._getMessageFromProtocolOperation = (id, operation, reader, request) => {
    const expected = request === undefined ? [] : (ANSWERS[request.protocolOperation] ?? [])
    if (request !== undefined && !expected.includes(operation)) throw new Error('The directory answered something else than was asked.')
    const isResult = operation === expected.at(-1)
    if (isResult && !hasResult(reader)) throw new Error('The directory answered without a result.')
    const answer = parse(id, operation, reader, request)
    if (!isResult) entries += operation === expected[0] ? 1 : 0
    else if (answer.status === CUT_OFF && entries < 2) throw new Error('The directory listed only a part of what it found.')
    return answer
  }
  return {
    tooMuch: tooMuchAnswered(client, parser),
    requireNothingLeft() {
      if (parser.buffer !== undefined) throw new Error('The directory answered before the connection was private.')
    },
  }
}

/** Whether the answer begins with a result code of one octet, as all of RFC 4511 (4.1.9) have. */
function hasResult({ buffer, offset, size }: Reader): boolean {
  return size - offset >= 3 && buffer[offset] === ENUMERATED && buffer[offset + 1] === 1
}

function tooMuchAnswered(client: Client, parser: Parser): Promise<never> {
  const read = parser.read.bind(parser)
  let left = MAX_BYTES
  return new Promise((_resolve, reject) => {
    parser.read = (data, ...more) => {
      left -= data.length
      if (left >= 0) return read(data, ...more)
      ;(client as unknown as { socket?: Socket }).socket?.destroy()
      reject(new Error(`The directory answered more than ${MAX_BYTES} bytes.`))
    }
  })
}
