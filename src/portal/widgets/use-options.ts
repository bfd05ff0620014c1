import { useEffect, useState, useSyncExternalStore } from 'react'
import { t } from '../../core/index.ts'
import type { JsonObject } from '../../core/index.ts'
import { useFormEnvironment } from '../form/environment.ts'
import { usePaused } from '../ui/pause.ts'

const NONE: JsonObject[] = []

/** The selectable records: all of a small master, or the matches of a search in a large one. */
export function useOptions(type: string, isOpen: boolean, search: string): { found: JsonObject[]; isLoading: boolean; failed: string | undefined } {
  const { references } = useFormEnvironment()
  const known = useSyncExternalStore(references.subscribe, () => references.known(type))
  const text = usePaused(search, 250)
  const [answer, setAnswer] = useState<JsonObject[]>()
  const [isLoading, setLoading] = useState(false)
  const [failed, setFailed] = useState<string>()

  useEffect(() => {
    if (!isOpen || references.isFullyLoaded(type)) return
    let isCurrent = true
    const load = async (): Promise<void> => {
      setLoading(true)
      setFailed(undefined)
      try {
        await references.loadAll(type)
        const rows = references.isFullyLoaded(type) ? undefined : await references.search(type, text)
        if (isCurrent) setAnswer(rows)
      } catch {
        if (isCurrent) setFailed(t('The list could not be loaded.'))
      } finally {
        if (isCurrent) setLoading(false)
      }
    }
    void load()
    return () => {
      isCurrent = false
    }
  }, [isOpen, references, type, text])

  return { found: references.isFullyLoaded(type) ? known : (answer ?? NONE), isLoading, failed }
}
