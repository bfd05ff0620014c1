/** Scans a file with the ClamAV daemon (clamd(8), INSTREAM) before it is stored. */
import { connect } from 'node:net'

const PORT = 3310
const TIMEOUT_MS = 20_000
/** Chunk size of the stream in bytes. clamd's own StreamMaxLength allows more than any file accepted here. */
const PART = 256 * 1024
const MAX_ANSWER_LENGTH = 4_096

/**
 * Returns the name of the malware found, or undefined if the file is clean. Rejects if the scanner does not respond or sends an unexpected
 * response.
 */
export function scanWithClamd(address: string, content: Buffer): Promise<string | undefined> {
  const { hostname, port } = new URL(address)
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? PORT : Number(port), timeout: TIMEOUT_MS })
    const fail = (error: Error): void => {
      socket.destroy()
      reject(error)
    }
    socket.once('error', fail)
    socket.once('timeout', () => fail(new Error(`The scanner did not answer within ${TIMEOUT_MS / 1000} seconds.`)))
    socket.on('data', (data) => {
      answer += data.toString('latin1')
      if (answer.length > MAX_ANSWER_LENGTH) fail(new Error('The scanner’s response is too long.'))
    })
    socket.once('end', () => {
      socket.destroy()
      const reply = answer.replace(/\0/g, '').trim()
      if (reply === 'stream: OK') resolve(undefined)
      else if (reply.endsWith(' FOUND')) resolve(reply.slice('stream: '.length, -' FOUND'.length))
      else reject(new Error(`The scanner answered "${reply.slice(0, 200)}".`))
    })
    socket.write('zINSTREAM\0')
    for (let at = 0; at < content.length; at += PART) {
      const part = content.subarray(at, at + PART)
      const length = Buffer.alloc(4)
      length.writeUInt32BE(part.length)
      socket.write(length)
      socket.write(part)
    }
    socket.write(Buffer.alloc(4))
  })
}
