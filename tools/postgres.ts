import { execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { createServer } from 'node:net'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

export interface PrivatePostgres {
  /** URL of the `postgres` database as a superuser; create databases from there. */
  url: string
  /** Ends it at once, undoing what is under way (`fast`), or without a word (`kill`: -9 to its first process). */
  end(how: 'fast' | 'kill'): Promise<void>
  /** Starts it again on what it has written. */
  start(): Promise<void>
  /** Ends it and removes all that it has written. */
  stop(): Promise<void>
}

/** Folder of PostgreSQL's programs: the newest of Debian's, else whatever the PATH has. */
function binaries(): string {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  return versions[0] ? join(debian, versions[0], 'bin') : ''
}

/** A crash of the machine may lose or spoil what stands in such a database; a crash of a process does not. */
const FORGETFUL = ['fsync', 'synchronous_commit', 'full_page_writes'].flatMap((name) => ['-c', `${name}=off`])

/**
 * Linux keeps the files of this folder in memory. A database has a thousand of them: to copy one and remove it again, as a test run does
 * hundreds of times, takes ten times as much of the processor on a disk.
 */
const MEMORY = '/dev/shm'
/** What the databases and the log of a test run take at the most, and as much again for the tests. Bytes. */
const ROOM = 4 * 2 ** 30

/** Where may stand what need not outlive the machine: in memory, where there is room. */
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
 * Starts a PostgreSQL of our own in a temporary folder on a free port, for tests and benchmarks.
 * PostgreSQL refuses to run as root, so root runs it as the user `postgres`.
 * `isForgetful`: it stands in memory where there is room, and a commit does not wait for the disk: quicker, and enough for what no test
 * asks of a machine that loses its power.
 * `tables`: a folder of its own for the tables, with the log elsewhere.
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
      // The processes of one that was killed may still be there, and it does not start beside them.
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
