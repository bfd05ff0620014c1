/** What a person arranges in a list for themselves: rows a page, columns, saved views, and whether its calendar is shown. */
import type { ClientManifest } from '../../../contract/index.ts'
import { isObject } from '../../../core/index.ts'
import type { Json, JsonObject } from '../../../core/index.ts'

/** A named combination of search, filters and order (the address of the list) and columns. */
export interface SavedView { name: string; query: string; columns?: string[] }

export interface ListPreference {
  size?: number
  /** The fields of the columns that are shown, in order. */
  columns?: string[]
  views: SavedView[]
  /** The view of the calendar that was chosen last, or `list`. */
  calendar?: string
  /** The name of the view with which the list opens. */
  first?: string
}

/** Of the address of a list, what belongs to a page of rows or to an open dialog and not to a view. */
const OF_THE_MOMENT = ['cursor', 'page', 'open', 'new', 'day']
const MAX_SIZE = 200

/** Reads a stored preference; whatever it cannot read counts as not arranged. */
export function preferenceIn(stored: JsonObject | undefined): ListPreference {
  const { size, columns, views, first, calendar } = stored ?? {}
  const known = Array.isArray(views) ? views.flatMap(viewIn) : []
  return {
    views: known,
    ...(typeof size === 'number' && Number.isInteger(size) && size >= 1 && size <= MAX_SIZE ? { size } : {}),
    ...(areTexts(columns) && columns.length > 0 ? { columns } : {}),
    ...(typeof calendar === 'string' ? { calendar } : {}),
    ...(typeof first === 'string' && known.some(({ name }) => name === first) ? { first } : {}),
  }
}

function viewIn(stored: Json): SavedView[] {
  if (!isObject(stored)) return []
  const { name, query, columns } = stored
  if (typeof name !== 'string' || name === '' || typeof query !== 'string') return []
  return [{ name, query, ...(areTexts(columns) ? { columns } : {}) }]
}

function areTexts(value: Json | undefined): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

/** The manifest with the person's rows a page and columns. A column that the list no longer has is ignored, as are columns without any left. */
export function arranged(manifest: ClientManifest, { size, columns }: ListPreference): ClientManifest {
  const { list } = manifest
  const shown = (columns ?? []).filter((field) => Object.hasOwn(list.columns, field))
  if (shown.length === 0 && size === undefined) return manifest
  return { ...manifest, list: { ...list, pageSize: size ?? list.pageSize, columns: shown.length === 0 ? list.columns : chosen(list.columns, shown) } }
}

function chosen(columns: ClientManifest['list']['columns'], shown: string[]): ClientManifest['list']['columns'] {
  const rest = Object.keys(columns).filter((field) => !shown.includes(field))
  return Object.fromEntries([...shown, ...rest].flatMap((field) => {
    const column = columns[field]
    return column === undefined ? [] : [[field, { ...column, offered: !shown.includes(field) }]]
  }))
}

/** The address of a list as a view keeps it. */
export function queryToKeep(params: URLSearchParams): string {
  return new URLSearchParams([...params].filter(([name]) => !OF_THE_MOMENT.includes(name))).toString()
}

/** The preference with the view added, or changed if there is one of that name. */
export function withView(preference: ListPreference, view: SavedView): ListPreference {
  const others = preference.views.filter(({ name }) => name !== view.name)
  return { ...preference, views: [...others, view].toSorted((a, b) => a.name.localeCompare(b.name)) }
}

/** The preference without the view. */
export function withoutView({ first, ...preference }: ListPreference, name: string): ListPreference {
  return { ...preference, views: preference.views.filter((view) => view.name !== name), ...(first === undefined || first === name ? {} : { first }) }
}
