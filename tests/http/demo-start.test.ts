/** A first start sets up the demo and replays its stories: nothing in it may go wrong unnoticed. */
import path from 'node:path'
import { expect, it } from 'vitest'
import { createMovableClock } from '../../src/server/clock.ts'
import { readConfig } from '../../src/server/config.ts'
import { readDemo } from '../../src/server/demo/demo-file.ts'
import { loadDemo } from '../../src/server/demo/load-demo.ts'
import { createEngineProvider } from '../../src/server/manifests/engine-provider.ts'
import { createPrinter } from '../../src/server/print/printer.ts'
import type { Log } from '../../src/server/services.ts'
import { migrate } from '../../src/server/store/schema/migrations.ts'
import { openEmpty } from '../store/prepared-database.ts'
import { ONE_KIND, ROOT } from './harness.ts'

it('the first start with the demo logs no warning and no error', async () => {
  const logged: unknown[] = []
  const keep = (details: object, message?: string): void => { logged.push({ message, ...details }) }
  const log: Log = { debug: () => undefined, info: () => undefined, warn: keep, error: keep }
  const modules = [path.join(ROOT, 'modules')]
  const engines = await createEngineProvider({ folders: modules, root: ROOT, log })
  const { database, drop } = await openEmpty(ONE_KIND[0] ?? 'pglite')
  const clock = createMovableClock('2026-06-15T09:00:00+03:00')
  const printer = createPrinter(clock)
  const config = { ...readConfig({ NODE_ENV: 'test' }, { root: ROOT }), modules }
  try {
    await migrate(database, engines.base().catalogue, engines.hiddenByOverlays)
    expect(await loadDemo({ config, database, engines, clock, log, printer, isDemo: true, stopping: new AbortController().signal }, readDemo(modules))).toBe(true)
    expect(logged).toEqual([])
  } finally {
    await printer.close()
    await database.close()
    await drop()
  }
})
