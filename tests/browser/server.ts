/** A real server on its own database with the demo organisation. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../src/server/config.ts'
import { createLog } from '../../src/server/log.ts'
import { runServer } from '../../src/server/run.ts'
import { freePort } from '../../tools/postgres.ts'
import { createServerDatabase } from '../store/server-database.ts'
import { ROOT, enginesOfModules } from '../store/support.ts'
import { BY_DEFAULT, demoIsMade, type PreparedDemo } from './prepared-demo.ts'

/** A running portal. */
export interface Site {
  url: string
  /** Its settings: for a tab, portals with the same settings are interchangeable. */
  settings: string
}

export interface Portal extends Site { stop(): Promise<void> }

/** The port of this worker's portals, one after another: its tabs see a single site, whose code they fetch and compile only once. */
let portOfWorker: Promise<number> | undefined

/**
 * Runs a server in this process, on a copy of the prepared demo and with the built portal (`npm run build` first). A separate process would
 * load and compile the server's code again for each test file. `{port}` in PUBLIC_URL is replaced by the server's port.
 */
export async function startPortal(environment: Record<string, string>, prepared: PreparedDemo): Promise<Portal> {
  await demoIsMade(prepared)
  const folder = mkdtempSync(join(tmpdir(), 'dirisha-portal-'))
  const database = 'template' in prepared ? await createServerDatabase(prepared.template) : undefined
  if ('folder' in prepared) cpSync(prepared.folder, join(folder, 'data'), { recursive: true })
  portOfWorker ??= freePort()
  const port = String(await portOfWorker)
  const url = `http://127.0.0.1:${port}`
  const config = readConfig({ ...BY_DEFAULT, PORT: port, DATA_DIR: join(folder, 'data'), DATABASE_URL: database?.url ?? '', ...environment, PUBLIC_URL: environment['PUBLIC_URL']?.replace('{port}', port) ?? url }, { root: ROOT, cwd: ROOT })
  const server = await runServer(config, createLog(config.logLevel), { engines: environment['MODULES'] === undefined ? await enginesOfModules() : undefined })
  return {
    url,
    settings: JSON.stringify(environment),
    async stop() {
      await server.stop()
      await database?.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
