/** The state of the list in the address bar: search, filters, order, page. */
import type { ClientManifest, ListQuery } from '../../../contract/index.ts'
import { filterParameters, statesOfWire, wireName } from '../../../core/index.ts'
import type { LIST_ADDRESS_PARAMETERS, LIST_PARAMETERS } from '../../../core/index.ts'

/** The parts of the manifest that decide which parameters count. */
export type ListManifest = Pick<ClientManifest, 'shape' | 'stateField' | 'states'> & { list: Pick<ClientManifest['list'], 'filters' | 'sort' | 'pageSize' | 'tiles'> & Partial<Pick<ClientManifest['list'], 'tabs'>> }

export interface ListView {
  query: ListQuery
  search: string
  /** The order as `field` or `-field`, by wire name. */
  sort: string
  size: number
  /** Starts at 1; for display only, because paging uses the cursor. */
  page: number
  /** Only the current user's own records. */
  isMine: boolean
  /** The number of active filters, without the search. */
  filtersSet: number
  /** Whether a search or filter narrows the list. */
  isNarrowed: boolean
}

/** Changed parameters; an empty value removes one. */
export type ListChanges = Record<string, string | undefined>

const MAX_ROWS = 200
/** Reserved: no filter has one of these names (see the core's list). */
type Own = (typeof LIST_PARAMETERS | typeof LIST_ADDRESS_PARAMETERS)[number]
/** The parameter that holds the selected tab. */
export const TAB = 'tab' satisfies Own
const POSITION: readonly Own[] = ['cursor', 'page']
const NARROWING: readonly string[] = ['q', ...POSITION] satisfies Own[]
const OWN: ReadonlySet<string> = new Set<Own>(['q', ...POSITION, 'sort', 'size'])

/**
 * Reads the view from the address. Ignores what the list does not offer the current user, because nothing on the screen would reveal it.
 * @param hasOthers whether the list shows other users' records besides the current user's own.
 */
export function readView(manifest: ListManifest, params: URLSearchParams, hasOthers = false): ListView {
  const sort = params.get('sort') ?? `${manifest.list.sort.descending ? '-' : ''}${wireName(manifest.shape, manifest.list.sort.field)}`
  const size = sizeOf(params.get('size'), manifest.list.pageSize)
  const search = params.get('q') ?? ''
  const cursor = params.get('cursor')
  const chosen = filterNames(manifest).filter((name) => isOffered(manifest, name, params.get(name) ?? ''))
  const isMine = hasOthers && params.get('mine') === '1'
  const query: ListQuery = {
    limit: size,
    sort,
    ...(cursor ? { cursor } : {}),
    ...(search ? { search } : {}),
    ...(Object.keys(manifest.list.tiles).length > 0 ? { tiles: '1' as const } : {}),
    ...(isMine ? { mine: '1' as const } : {}),
    ...Object.fromEntries(chosen.map((name) => [name, params.get(name) ?? ''])),
  }
  return { query, search, sort, size, page: Math.max(1, Math.trunc(Number(params.get('page'))) || 1), filtersSet: chosen.length + Number(isMine), isMine, isNarrowed: search !== '' || chosen.length > 0 || isMine }
}

/** The address after a change, at the first page. */
export function withChanges(before: URLSearchParams, changes: ListChanges): URLSearchParams {
  const next = without(before, POSITION)
  for (const [name, text] of Object.entries(changes)) {
    if (text === undefined || text === '') next.delete(name)
    else next.set(name, text)
  }
  return next
}

/** The address of another page. */
export function withPage(before: URLSearchParams, cursor: string, page: number): URLSearchParams {
  const next = new URLSearchParams(before)
  next.set('cursor', cursor)
  next.set('page', String(page))
  return next
}

/** The address without search and filters, at the first page; order and page size stay. */
export function cleared(before: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...before].filter(([name]) => OWN.has(name) && !NARROWING.includes(name)))
}

function without(params: URLSearchParams, names: readonly string[]): URLSearchParams {
  return new URLSearchParams([...params].filter(([name]) => !names.includes(name)))
}

function filterNames(manifest: ListManifest): string[] {
  const declared = Object.entries(manifest.list.filters).flatMap(([field, kind]) => filterParameters(wireName(manifest.shape, field), kind))
  const tabs = Object.keys(manifest.list.tabs ?? {}).length > 0 ? [TAB] : []
  return [...new Set([...declared, ...tabs, ...(isByState(manifest) ? [wireName(manifest.shape, manifest.stateField)] : [])])]
}

/** A list can be filtered by state even without a declared filter, through its tiles. */
function isByState({ states, shape, stateField }: ListManifest): boolean {
  return shape.fields[stateField] !== undefined && Object.keys(states).length > 0
}

/** Whether the filter can show the value: an unknown choice would narrow the list invisibly. */
function isOffered(manifest: ListManifest, wire: string, text: string): boolean {
  if (text === '') return false
  if (wire === TAB && manifest.list.tabs !== undefined && Object.keys(manifest.list.tabs).length > 0) return Object.hasOwn(manifest.list.tabs, text)
  const field = Object.values(manifest.shape.fields).find((one) => one.wire === wire)
  if (field?.name === manifest.stateField) return statesOfWire(manifest, text).length > 0
  if (field?.type === 'boolean') return text === 'true' || text === 'false'
  return field?.enum === undefined || field.enum.map(String).includes(text)
}

/** The filters to render: the declared ones, and the state if it narrows the list and neither a filter nor a tile shows it. */
export function drawnFilters(manifest: ListManifest, { query }: Pick<ListView, 'query'>): [string, 'range' | 'equals'][] {
  const { stateField, list } = manifest
  const state = query[wireName(manifest.shape, stateField)]
  const isShown = state === undefined || list.filters[stateField] !== undefined || Object.hasOwn(list.tiles, String(state))
  return [...Object.entries(list.filters), ...(isShown ? [] : [[stateField, 'equals'] as [string, 'equals']])]
}

function sizeOf(text: string | null, fallback: number): number {
  const size = Number(text)
  return Number.isInteger(size) && size >= 1 && size <= MAX_ROWS ? size : fallback
}
