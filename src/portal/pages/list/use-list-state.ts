import { useCallback, useMemo } from 'react'
import { wireName } from '../../../core/index.ts'
import type { ResolvedPage } from '../../../core/index.ts'
import type { ClientManifest } from '../../../contract/index.ts'
import { usePortal } from '../../shell/portal-context.ts'
import type { PageScope } from '../../shell/use-page-scope.ts'
import { useQueryParams } from '../../ui/use-query-params.ts'
import { cleared, readView, withPage, withChanges } from './list-state.ts'
import type { ListChanges, ListView } from './list-state.ts'

const NONE: PageScope = {}

export interface ListState extends ListView {
  /** Fields whose value the screen's address fixes. */
  scope: Record<string, string>
  /** Whether the list shows other users' records besides the current user's own. */
  hasOthers: boolean
  value: (name: string) => string
  /** Changes parameters and returns to the first page. Back undoes it, unless it `replaces` the entry, as while typing. */
  set: (changes: ListChanges, options?: { replaces?: boolean }) => void
  turn: (cursor: string, page: number) => void
  clear: () => void
  /** Removes all parameters from the address. */
  reset: () => void
}

/** The list's view, stored in the address bar; `shows` as the page says. */
export function useListState(manifest: ClientManifest, scope: PageScope = NONE, shows?: ResolvedPage['shows']): ListState {
  const [params, change] = useQueryParams()
  const hasOthers = usePortal().bootstrap.types[manifest.id]?.hasOthers === true && shows === undefined
  const view = useMemo(() => {
    const read = readView(manifest, params, hasOthers)
    const texts = Object.fromEntries(Object.entries(scope).map(([field, value]) => [field, String(value)]))
    const fixed = Object.fromEntries(Object.entries(texts).map(([field, value]) => [wireName(manifest.shape, field), value]))
    return { ...read, query: { ...read.query, ...fixed, ...(shows !== undefined && { [shows === 'own' ? 'mine' : 'assigned']: '1' }) }, scope: texts, hasOthers }
  }, [manifest, params, hasOthers, scope, shows])
  const value = useCallback((name: string) => params.get(name) ?? '', [params])
  const set = useCallback(
    (changes: ListChanges, { replaces = false } = {}) => change((before) => withChanges(before, changes), { replace: replaces }),
    [change],
  )
  const turn = useCallback((cursor: string, page: number) => change((before) => withPage(before, cursor, page)), [change])
  const clear = useCallback(() => change(cleared), [change])
  const reset = useCallback(() => change(() => new URLSearchParams()), [change])
  return { ...view, value, set, turn, clear, reset }
}
