/**
 * Reserves a folder for one process by holding a socket open in it. Unlike a PID file, the socket disappears with the process however it
 * ends, and it also works between containers that share the folder.
 */
import { createHash, randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { createConnection, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openFolder } from './embedded-folder.ts'

/** The longest socket path, in bytes, that every system accepts. */
const MAX_SOCKET_PATH_LENGTH = 100
const SETTLE_MS = 40

/** Another process has the embedded database open; the message says what to do. */
export class DirectoryInUseError extends Error {
  override readonly name = 'DirectoryInUseError'
  constructor(directory: string) {
    super(
      `Another process is using the data in ${directory}. The embedded database serves one process at a time: ` +
        'stop the other one, choose another DATA_DIR, or set DATABASE_URL to share a PostgreSQL server.'
    )
  }
}

/**
 * Takes the lock and returns the function that releases it. @throws DirectoryInUseError; UnusableFolderError if the folder cannot be
 * created or used
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  openFolder(directory)
  const address = socketAddress(directory)
  if ((await greet(address)) !== undefined) throw new DirectoryInUseError(directory)
  const token = randomBytes(16).toString('hex')
  if (!address.startsWith('\\\\')) rmSync(address, { force: true })
  const server = await listen(address, token).catch(() => undefined)
  if (!server) throw new DirectoryInUseError(directory)
  // Two processes that start at once may both have found no holder; the later socket has then replaced the earlier one.
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
  if ((await greet(address)) !== token) {
    server.close()
    throw new DirectoryInUseError(directory)
  }
  return () => new Promise((resolve) => server.close(() => resolve()))
}

function socketAddress(directory: string): string {
  const hash = createHash('sha256').update(path.resolve(directory)).digest('hex').slice(0, 16)
  if (process.platform === 'win32') return `\\\\.\\pipe\\dirisha-${hash}`
  const inside = path.join(directory, 'in-use.sock')
  return Buffer.byteLength(inside) <= MAX_SOCKET_PATH_LENGTH ? inside : path.join(tmpdir(), `dirisha-${hash}.sock`)
}

/** The token that the lock's holder sends; undefined if nobody holds the lock. */
function greet(address: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = createConnection(address)
    let text = ''
    socket.setEncoding('utf8')
    socket.setTimeout(2_000, () => {
      socket.destroy()
      resolve(text)
    })
    socket.on('data', (chunk: string) => { text += chunk })
    socket.on('end', () => resolve(text))
    socket.on('error', () => resolve(undefined))
  })
}

function listen(address: string, token: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy())
      socket.end(token)
    })
    server.once('error', reject)
    server.listen(address, () => {
      // The lock must not keep the process alive by itself.
      server.unref()
      resolve(server)
    })
  })
}
