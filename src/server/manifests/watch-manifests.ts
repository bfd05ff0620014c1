/** Reloads manifests while they are being written; a wrong change is told and the last good set stays. */
import { watch } from 'node:fs'
import type { Log } from '../services.ts'
import type { ManagedEngines } from './engine-provider.ts'

/** Editors write a file in several steps; they are taken together. */
const SETTLE_MS = 150

/** Starts watching the folders. Answers how to stop. */
export function watchManifests(folders: string[], engines: ManagedEngines, log: Log): () => void {
  let timer: NodeJS.Timeout | undefined
  const reload = async (): Promise<void> => {
    try {
      const { isLoaded, report } = await engines.reload()
      if (isLoaded) log.info({ version: engines.version() }, report === '' ? 'manifests reloaded' : `manifests reloaded, with warnings:\n${report}`)
      else log.error({}, `the changed manifests are not right; the last good ones stay in use:\n${report}`)
    } catch (error) {
      log.error({ err: error }, 'the changed manifests could not be read; the last good ones stay in use')
    }
  }
  const watchers = folders.map((folder) =>
    watch(folder, { recursive: true }, (_event, file) => {
      if (file === null || !file.endsWith('.json')) return
      clearTimeout(timer)
      timer = setTimeout(() => void reload(), SETTLE_MS)
    }),
  )
  return () => {
    clearTimeout(timer)
    for (const watcher of watchers) watcher.close()
  }
}
