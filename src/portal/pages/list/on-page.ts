/** What a page changes of the list that it shows. */
import type { ClientManifest } from '../../../contract/index.ts'
import { wireName, type ResolvedPage } from '../../../core/index.ts'

type Changes = Pick<ResolvedPage, 'tiles' | 'readOnly' | 'aliases' | 'calendar'>

/**
 * The manifest with the page's tiles in place of the list's own tiles and tabs, of which only the archive stays, with the view of the calendar that opens here and, if rows are
 * only read, without what is done from them.
 */
export function onPage(manifest: ClientManifest, { tiles, readOnly, calendar: view }: Changes): ClientManifest {
  const { calendar } = manifest.list
  // To some people the view is not offered, as its rows are withheld from them.
  const opening = calendar !== undefined && view !== undefined && calendar.views.includes(view) ? { ...calendar, view, shown: 'calendar' as const } : undefined
  if (tiles === undefined && readOnly !== true && opening === undefined) return manifest
  const list = { ...manifest.list, ...(tiles && { tiles, tabs: archiveOf(manifest) }), ...(readOnly === true && { carries: {} }), ...(opening && { calendar: opening }) }
  if (readOnly !== true) return { ...manifest, list }
  return { ...manifest, list, actions: {}, card: { ...manifest.card, views: {} } }
}

/** What neither tiles nor the whole list show is found in this tab. */
function archiveOf({ list: { tabs } }: ClientManifest): ClientManifest['list']['tabs'] {
  return Object.fromEntries(Object.entries(tabs).filter(([, { archive }]) => archive !== undefined))
}

/** The address with the list's own names of filters, if it has one of the page's aliases; undefined if it has none. */
export function withOwnNames({ aliases = {} }: Changes, { shape }: Pick<ClientManifest, 'shape'>, params: URLSearchParams): URLSearchParams | undefined {
  if (!Object.keys(aliases).some((name) => params.has(name))) return undefined
  return new URLSearchParams([...params].map(([name, value]) => [Object.hasOwn(aliases, name) ? wireName(shape, aliases[name] ?? name) : name, value]))
}
