/** The state of the list in the address bar: search, filters, order, page. */
import type { ClientManifest, ListQuery } from '../../../contract/index.ts'
import { filterParameters, statesOfWire, wireName, wireStates } from '../../../core/index.ts'
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
  /** The number of active filters, without the search and what tiles and tabs show. */
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
const OWN: ReadonlySet<string> = new Set<Own>(['q', ...POSITION, 'sort', 'size', 'calendar', 'day'])

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
    ...(isByTilesOrTabs(manifest) ? { tiles: '1' as const } : {}),
    ...(isMine ? { mine: '1' as const } : {}),
    ...Object.fromEntries(chosen.map((name) => [name, params.get(name) ?? ''])),
  }
  return { query, search, sort, size, page: Math.max(1, Math.trunc(Number(params.get('page'))) || 1), filtersSet: chosen.filter((name) => !isShownAbove(manifest, name, params.get(name) ?? '')).length + Number(isMine), isMine, isNarrowed: search !== '' || chosen.length > 0 || isMine }
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

/**
 * The filters to render: the declared ones, and the state if it narrows the list and nothing else shows it. A list with tiles or tabs has
 * a filter by state only for the states that these do not reach.
 */
export function drawnFilters(manifest: ListManifest, { query }: Pick<ListView, 'query'>): [string, 'range' | 'equals'][] {
  const { stateField, list } = manifest
  const declared = Object.entries(list.filters)
  const byState: [string, 'equals'] = [stateField, 'equals']
  const isDeclared = list.filters[stateField] !== undefined
  if (isByTilesOrTabs(manifest) && isByState(manifest)) {
    if (otherStates(manifest).length === 0) return declared.filter(([field]) => field !== stateField)
    return isDeclared ? declared : [...declared, byState]
  }
  return isDeclared || query[wireName(manifest.shape, stateField)] === undefined ? declared : [...declared, byState]
}

/** Whether tiles or tabs narrow the list by state. */
export function isByTilesOrTabs({ list: { tiles, tabs = {} } }: ListManifest): boolean {
  return Object.keys(tiles).length + Object.keys(tabs).length > 0
}

/** The wire names of the states that no tile and no tab reaches. */
export function otherStates(manifest: ListManifest): string[] {
  const { tiles, tabs = {} } = manifest.list
  const reached = new Set(Object.values(tabs).flatMap(({ states }) => states))
  return wireStates(manifest).filter((wire) => !Object.hasOwn(tiles, wire) && !statesOfWire(manifest, wire).every((state) => reached.has(state)))
}

/** The states that the list is narrowed to, by a tile, a tab or a filter; undefined if to none. */
export function chosenStates(manifest: ListManifest, { query }: Pick<ListView, 'query'>): string[] | undefined {
  const tab = manifest.list.tabs?.[String(query[TAB] ?? '')]
  const wire = query[wireName(manifest.shape, manifest.stateField)]
  return tab?.states ?? (wire === undefined ? undefined : statesOfWire(manifest, String(wire)))
}

/** The title of the tab that counts the states of the tile and others besides; undefined if tile and tab count the same, or there is none. */
export function tabAround(manifest: ListManifest, tile: string): string | undefined {
  const own = statesOfWire(manifest, tile)
  if (own.length === 0) return undefined
  return Object.values(manifest.list.tabs ?? {}).find(({ states }) => states.length > own.length && own.every((state) => states.includes(state)))?.title
}

/** Whether both name the same states. */
export function areSameStates(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((state) => others.includes(state))
}

function isShownAbove({ shape, stateField, list }: ListManifest, name: string, text: string): boolean {
  return name === TAB || (name === wireName(shape, stateField) && Object.hasOwn(list.tiles, text))
}

function sizeOf(text: string | null, fallback: number): number {
  const size = Number(text)
  return Number.isInteger(size) && size >= 1 && size <= MAX_ROWS ? size : fallback
}
