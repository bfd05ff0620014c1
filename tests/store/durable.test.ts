import fs, { mkdtempSync, readlinkSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createDatabase, type Database } from '../../src/server/store/connection/database.ts'
import { copyPrepared } from './prepared-database.ts'
import { engineOfModules, migrated, storeRecord } from './support.ts'

describe('an embedded database in a folder', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'dirisha-durable-'))
  const synced: string[] = []
  const sync = fs.fsyncSync
  let database: Database
  beforeAll(async () => {
    vi.spyOn(fs, 'fsyncSync').mockImplementation((descriptor) => {
      synced.push(path.relative(folder, readlinkSync(`/proc/self/fd/${descriptor}`)))
      sync(descriptor)
    })
    database = await createDatabase({ dataDir: folder })
  })
  afterAll(async () => {
    await database.close()
    vi.restoreAllMocks()
    rmSync(folder, { recursive: true, force: true })
  })

  it('it is synced to the disk before it is used', () => {
    expect(synced).toEqual(expect.arrayContaining(['database/PG_VERSION', 'database/global/pg_control', 'database/base', 'database']))
  })

  it('each commit waits until its log is on the disk', async () => {
    const engine = await engineOfModules()
    // A copy: if the tables were created here, each statement would wait for the disk.
    const { database: filled } = await copyPrepared('pglite', await migrated(), path.join(folder, 'filled'))
    for (const key of ['ONE', 'TWO', 'THREE']) {
      synced.length = 0
      await storeRecord(filled, engine.type('expense-code'), { key, data: { description: key } })
      expect(synced.filter((name) => name.startsWith('filled/database/pg_wal/')), key).not.toEqual([])
    }
    await filled.close()
  })

  it('a read syncs nothing', async () => {
    synced.length = 0
    await database.ping()
    expect(synced).toEqual([])
  })

  it('it is readable by its owner alone', () => {
    expect(statSync(path.join(folder, 'database')).mode & 0o077).toBe(0)
  })
})
