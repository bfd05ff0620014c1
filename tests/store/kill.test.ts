import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, type Database } from '../../src/server/store/connection/database.ts'
import { copyPrepared, type PreparedDatabase } from './prepared-database.ts'
import { KINDS, ROOT, migrated } from './support.ts'

// `npm run soak` waits for more.
const ANSWERS_BEFORE_KILL = process.env['KILL_KINDS'] === 'all' ? 60 : 25
const COMPILED = path.join(ROOT, 'dist/src/server/store/connection/database.js')

/** Starts the writer, kills it after some acknowledgements, and returns the acknowledged keys. */
function writeUntilKilled(folder: string, url: string | undefined): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(ROOT, 'tests/store/write-until-killed.mjs'), folder, ...(url === undefined ? [] : [url])], { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    let errors = ''
    child.stderr.on('data', (chunk: Buffer) => { errors += chunk.toString() })
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (output.split('\n').length > ANSWERS_BEFORE_KILL) child.kill('SIGKILL')
    })
    child.on('error', reject)
    child.on('close', (_code, signal) => {
      if (signal === 'SIGKILL') resolve(output.slice(0, output.lastIndexOf('\n')).split('\n'))
      else reject(new Error(errors))
    })
  })
}

describe.each(KINDS)('kill -9 while writing on %s', (kind) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'dirisha-kill-'))
  // An embedded database dies with its process, and a recovered one is killed again; a server only loses a client.
  const times = kind === 'pglite' || process.env['KILL_KINDS'] === 'all' ? 2 : 1
  let prepared: PreparedDatabase
  const open = (): Promise<Database> => createDatabase({ dataDir: folder, ...(prepared.url !== undefined && { databaseUrl: prepared.url }) })

  beforeAll(async () => {
    // The writer uses the compiled server, which `npm test` builds first; run alone, this test builds it.
    if (!existsSync(COMPILED)) execFileSync('npm', ['run', '--silent', 'build:server'], { cwd: ROOT, stdio: 'inherit' })
    prepared = await copyPrepared(kind, await migrated(), folder)
    await prepared.database.close()
  }, 300_000)
  afterAll(async () => {
    await prepared.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  it(`it loses nothing that was acknowledged, after ${times === 1 ? 'one kill' : 'two kills'}`, async () => {
    const answered: string[] = []
    for (let time = 0; time < times; time += 1) answered.push(...(await writeUntilKilled(folder, prepared.url)))
    const database = await open()
    const stored = new Set((await database.kysely.selectFrom('documents').select('key').execute()).map((row) => row.key))
    expect(answered.length).toBeGreaterThanOrEqual(times * ANSWERS_BEFORE_KILL)
    expect(answered.filter((key) => !stored.has(key))).toEqual([])
    await database.close()
  })

  it.runIf(kind === 'pglite')('a second process is refused on the same folder, which opens again once the first has closed it', async () => {
    const database = await open()
    await expect(open()).rejects.toThrow('Another process is using the data')
    await database.close()
    const again = await open()
    await again.close()
  })
})
