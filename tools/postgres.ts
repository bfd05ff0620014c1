import { execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { createServer } from 'node:net'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

export interface PrivatePostgres {
  /** URL of the `postgres` database as a superuser; create databases from there. */
  url: string
  /** Ends it immediately: `fast` rolls back running transactions, `kill` sends -9 to its main process. */
  end(how: 'fast' | 'kill'): Promise<void>
  /** Starts it again with the existing data. */
  start(): Promise<void>
  /** Ends it and deletes its data. */
  stop(): Promise<void>
}

/** The folder of PostgreSQL's programs: the newest one of Debian's, otherwise those on the PATH. */
function binaries(): string {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  return versions[0] ? join(debian, versions[0], 'bin') : ''
}

/** With these settings a crash of the machine may lose or corrupt the database; a crash of a process does not. */
const FORGETFUL = ['fsync', 'synchronous_commit', 'full_page_writes'].flatMap((name) => ['-c', `${name}=off`])

/**
 * Linux keeps this folder in memory. A database has a thousand files: copying and deleting one, as a test run does hundreds of times, takes
 * ten times as much processor time on a disk.
 */
const MEMORY = '/dev/shm'
/** The most that the databases and log of a test run take, and as much again for the tests, in bytes. */
const ROOM = 4 * 2 ** 30

/** The folder for files that need not survive a restart of the machine: in memory if there is room. */
export function forgetfulFolder(): string {
  if (!existsSync(MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY)
  return Math.min(bavail * bsize, freemem()) >= ROOM ? MEMORY : tmpdir()
}

const MAX_ATTEMPTS = 150

/** A free TCP port on the loopback address. */
export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
}

/**
 * Starts a private PostgreSQL in a temporary folder on a free port, for tests and benchmarks. PostgreSQL refuses to run as root, so root
 * runs it as the user `postgres`.
 * `isForgetful`: keeps it in memory if there is room, and a commit does not wait for the disk. This is faster, and sufficient because no
 * test simulates a power failure.
 * `tables`: a separate folder for the tables, with the write-ahead log elsewhere.
 */
export async function startPostgres({ isForgetful = false, tables }: { isForgetful?: boolean; tables?: string } = {}): Promise<PrivatePostgres> {
  const bin = binaries()
  const folder = mkdtempSync(join(isForgetful ? forgetfulFolder() : tmpdir(), 'dirisha-pg-'))
  const isRoot = process.getuid?.() === 0
  const account = isRoot ? { uid: Number(execFileSync('id', ['-u', 'postgres'])), gid: Number(execFileSync('id', ['-g', 'postgres'])) } : undefined
  if (account !== undefined) for (const own of [folder, tables ?? folder]) chownSync(own, account.uid, account.gid)
  const data = join(tables ?? folder, 'data')
  const log = tables === undefined ? [] : [`--waldir=${join(folder, 'log')}`]
  const port = await freePort()
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', ...log], { ...account, stdio: 'ignore' })
  const args = ['-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1', '-c', 'max_connections=100', '-c', 'shared_buffers=256MB', ...(isForgetful ? FORGETFUL : [])]
  const url = `postgres://postgres@127.0.0.1:${String(port)}/postgres`
  let server: ChildProcess | undefined

  async function start(): Promise<void> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      // Processes of a killed server may still be running, and it does not start beside them.
      if (server === undefined || server.exitCode !== null || server.signalCode !== null) server = spawn(join(bin, 'postgres'), args, { ...account, stdio: 'ignore' })
      try {
        execFileSync(join(bin, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)])
        return
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }
    server?.kill('SIGQUIT')
    throw new Error('PostgreSQL did not start within 15 seconds')
  }

  async function end(how: 'fast' | 'kill'): Promise<void> {
    const running = server
    server = undefined
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return
    await new Promise<void>((resolve) => {
      running.once('exit', () => resolve())
      running.kill(how === 'fast' ? 'SIGINT' : 'SIGKILL')
    })
  }

  await start()
  return {
    url, start, end,
    async stop() {
      await end('fast')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
