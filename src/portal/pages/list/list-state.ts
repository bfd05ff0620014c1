/** What the list shows, kept in the address bar: search, filters, order, page. */
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { ClientManifest, ListQuery } from '../../../contract/index.ts'
import { wireName } from '../../ui/wire-name.ts'

export interface ListState {
  query: ListQuery
  search: string
  /** The order as `field` or `-field` by wire name. */
  sort: string
  size: number
  /** From 1; only for show, as the cursor is what counts. */
  page: number
  value: (name: string) => string
  /** True when a search or filter narrows the list. */
  isNarrowed: boolean
  /** Changes parameters and goes back to the first page; empty values are taken out. */
  set: (changes: Record<string, string | undefined>) => void
  turn: (cursor: string, page: number) => void
  clear: () => void
}

const OWN = new Set(['q', 'sort', 'size', 'cursor', 'page'])

export function useListState(manifest: ClientManifest): ListState {
  const [params, setParams] = useSearchParams()
  const filters = useMemo(() => filterNames(manifest), [manifest])
  const value = useCallback((name: string) => params.get(name) ?? '', [params])
  const sort = params.get('sort') ?? `${manifest.list.sort.descending ? '-' : ''}${wireName(manifest, manifest.list.sort.field)}`
  const size = sizeOf(params.get('size'), manifest.list.pageSize)
  const search = params.get('q') ?? ''
  const cursor = params.get('cursor')
  const chosen = filters.filter((name) => params.get(name))

  const set = useCallback(
    (changes: Record<string, string | undefined>) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before)
          for (const [name, text] of Object.entries({ ...changes, cursor: undefined, page: undefined })) {
            if (text === undefined || text === '') next.delete(name)
            else next.set(name, text)
          }
          return next
        },
        { replace: true },
      ),
    [setParams],
  )
  const turn = useCallback(
    (to: string, page: number) =>
      setParams((before) => {
        const next = new URLSearchParams(before)
        next.set('cursor', to)
        next.set('page', String(page))
        return next
      }),
    [setParams],
  )
  const clear = useCallback(
    () => setParams((before) => new URLSearchParams([...before].filter(([name]) => OWN.has(name) && name !== 'q' && name !== 'cursor' && name !== 'page')), { replace: true }),
    [setParams],
  )
  const query: ListQuery = {
    limit: size,
    sort,
    ...(cursor ? { cursor } : {}),
    ...(search ? { search } : {}),
    ...(Object.keys(manifest.list.tiles).length > 0 ? { tiles: '1' as const } : {}),
    ...Object.fromEntries(chosen.map((name) => [name, params.get(name) ?? ''])),
  }
  return { query, search, sort, size, page: Math.max(1, Number(params.get('page')) || 1), value, isNarrowed: search !== '' || chosen.length > 0, set, turn, clear }
}

function filterNames(manifest: ClientManifest): string[] {
  const declared = Object.entries(manifest.list.filters).flatMap(([field, kind]) => {
    const wire = wireName(manifest, field)
    return kind === 'range' ? [`${wire}_from`, `${wire}_to`] : [wire]
  })
  // Tiles filter by state whether or not a filter for it is declared.
  return [...new Set([...declared, wireName(manifest, manifest.stateField)])]
}

function sizeOf(text: string | null, fallback: number): number {
  const size = Number(text)
  return Number.isInteger(size) && size >= 1 && size <= 200 ? size : fallback
}
