/** Servers in separate processes, as in production, and their memory use. */
import { execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '../postgres.ts'

const READY_WITHIN_MS = 120_000

export interface RunningServer {
  name: string
  url: string
  /** Resident memory in MB. */
  memory(): number
  stop(): Promise<void>
  /** Ends it as `kill -9` does. */
  kill(): Promise<void>
}

const DIST = path.resolve(import.meta.dirname, '../..')

/** Starts the engine as `npm start` does, with the same Node flags. */
export async function startEngine(name: string, environment: Record<string, string>): Promise<RunningServer> {
  const { scripts } = JSON.parse(readFileSync(path.join(DIST, '../package.json'), 'utf8')) as { scripts: { start: string } }
  const [, flags, program] = /\bnode ((?:--\S+ )*)dist\/(\S+)/.exec(scripts.start) ?? []
  if (flags === undefined || program === undefined) throw new Error(`No server is started by "${scripts.start}".`)
  return startServer(name, path.join(DIST, program), '/readyz', environment, flags.split(' ').filter((flag) => flag !== ''))
}

/** Starts a compiled program that listens on PORT and waits until `readyPath` responds. */
export async function startServer(name: string, program: string, readyPath: string, environment: Record<string, string>, flags: string[] = []): Promise<RunningServer> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [...flags, program], {
    env: { ...process.env, PORT: String(port), PUBLIC_URL: url, HOST: '127.0.0.1', NODE_ENV: 'production', LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'ignore', 'inherit']
  })
  let hasEnded = false
  const ended = new Promise<void>((resolve) => child.once('exit', () => {
    hasEnded = true
    resolve()
  }))
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await ended
  }
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await ended
  }
  const deadline = Date.now() + READY_WITHIN_MS
  while (!(await answers(url + readyPath))) {
    if (hasEnded) throw new Error(`The ${name} server ended before it was ready.`)
    if (Date.now() > deadline) {
      await stop()
      throw new Error(`The ${name} server was not ready within ${READY_WITHIN_MS / 1000} seconds.`)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return { name, url, stop, kill, memory: () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)])) / 1024 }
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then((response) => response.ok, () => false)
}
