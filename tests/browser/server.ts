/** A real server on a database of its own, which holds the demo organisation. */
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

/** Where a portal answers. */
export interface Site {
  url: string
  /** What it was started with: to a tab, portals that were started alike are one. */
  settings: string
}

export interface Portal extends Site { stop(): Promise<void> }

/** Where the portals of this worker answer, one after the other: to its tabs they are one site, whose code they need to fetch and compile once. */
let portOfWorker: Promise<number> | undefined

/**
 * Runs a server in this process, on a copy of what prepareDemo answered and with the built portal (`npm run build` first). Another
 * process would load and compile the server's code for each file of tests anew.
 * `{port}` in PUBLIC_URL is where it answers.
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
