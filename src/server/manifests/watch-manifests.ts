/** Reloads manifests when their files change. An invalid change is reported, and the last valid set stays in use. */
import { watch } from 'node:fs'
import path from 'node:path'
import type { Log } from '../services.ts'
import type { ManagedEngines } from './engine-provider.ts'

/** Editors write a file in several steps; these are handled as one change. */
const SETTLE_MS = 150

/**
 * Starts watching the folders. Returns a function that stops watching.
 * @param onReloaded updates what was built from the manifests (indexes, routes) to the new set
 */
export function watchManifests(folders: string[], engines: ManagedEngines, log: Log, onReloaded: () => Promise<void> = () => Promise.resolve()): () => void {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const reload = async (): Promise<void> => {
    try {
      const { isLoaded, report } = await engines.reload()
      if (!isLoaded) {
        log.error({}, `the changed manifests have errors; the last good ones stay in use:\n${report}`)
        return
      }
      await onReloaded()
      log.info({ version: engines.version() }, report === '' ? 'manifests reloaded' : `manifests reloaded, with warnings:\n${report}`)
    } catch (error) {
      log.error({ err: error }, 'the changed manifests could not be taken; the last good ones stay in use')
    }
  }
  const watchers = folders.map((folder) =>
    watch(folder, { recursive: true }, (_event, file) => {
      if (file === null || !affectsManifests(file)) return
      clearTimeout(timer)
      timer = setTimeout(() => { running = running.then(reload) }, SETTLE_MS)
    }),
  )
  return () => {
    clearTimeout(timer)
    for (const watcher of watchers) watcher.close()
  }
}

/** A manifest file, or a folder added or removed: files in a new folder may not be reported on their own. */
function affectsManifests(file: string): boolean {
  const extension = path.extname(file)
  return extension === '.json' || extension === ''
}
