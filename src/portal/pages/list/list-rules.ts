/** Loaded on demand: a list's conditions on wire rows, and the options of its reference filters. */
import type { QueryClient } from '@tanstack/react-query'
import type { ClientManifest, WireRecord } from '../../../contract/index.ts'
import { isAbsentOnWire } from '../../../core/index.ts'
import type { CompiledType, Doc, Engine, JsonObject, RuleContext } from '../../../core/index.ts'
import { fromWire } from '../../form/wire.ts'
import { listsQuery, optionsQuery, referredQuery } from '../../api/queries.ts'
import { engineQuery } from '../../shell/engine.ts'
import type { Portal } from '../../shell/portal-context.ts'
import { idle } from '../../ui/idle.ts'

export interface FilterOption { value: string; label: string }

export interface ListRules {
  /** Whether a condition holds for a row. */
  holds(when: string, record: WireRecord): boolean
  /** Whether a filter is offered. */
  offers(when: string): boolean
  /** The options of each reference filter. */
  options: Record<string, FilterOptions>
}

/** The options of a reference filter: all of them, or how to find some if there are too many. */
export type FilterOptions = { all: FilterOption[] } | OptionSearch

export interface OptionSearch {
  find: (text: string) => Promise<FilterOption[]>
  /** The option of a record that is not among those found, such as the one that is set. */
  optionOf: (key: string) => Promise<FilterOption>
}

/** The most options that a filter offers at once. */
const MAX_OPTIONS = 200
/** How many options a search finds at most. */
const MAX_FOUND = 50

/** The conditions of a list. The rules, and the masters that they look up, are loaded on first use. */
export async function listRules(client: QueryClient, portal: Portal, manifest: ClientManifest): Promise<ListRules> {
  const engine = await client.ensureQueryData(engineQuery(client, portal.bootstrap, manifest.id))
  // The conditions are compiled when the rows ask for them: not in one go with the engine.
  await idle()
  const type = engine.type(manifest.id)
  const filters = Object.entries(manifest.list.filters).filter(([field, kind]) => kind === 'equals' && manifest.shape.fields[field]?.ref !== undefined)
  const readsLists = filters.length > 0 || Object.keys(manifest.list.filtersWhen).length > 0
  const lists = readsLists && Object.keys(manifest.lists).length > 0 ? await client.ensureQueryData(listsQuery(manifest.id)) : {}
  const context: RuleContext = { user: portal.actor, settings: portal.settings, company: portal.company, today: portal.today, ref: () => undefined, lists }
  const options = await Promise.all(filters.map(async ([field]): Promise<[string, FilterOptions]> => [field, await optionsOf(client, engine, { type, manifest, field, context })]))
  return {
    holds: (when, record) => type.test(when, innerOf(manifest, record), context),
    offers: (when) => type.test(when, {}, context),
    options: Object.fromEntries(options),
  }
}

async function optionsOf(client: QueryClient, engine: Engine, { type, manifest, field, context }: { type: CompiledType; manifest: ClientManifest; field: string; context: RuleContext }): Promise<FilterOptions> {
  const ref = manifest.shape.fields[field]?.ref
  if (ref === undefined || !engine.has(ref.to)) return { all: [] }
  const { manifest: target } = engine.type(ref.to)
  const optionOf = (record: JsonObject): FilterOption => ({ value: text(record[target.key]), label: text(record[ref.label]) || text(record[target.key]) })
  const allowed = (rows: WireRecord[]): FilterOption[] => rows.map((row) => fromWire(target, row)).filter((record) => type.optionAllowed(field, record, {}, context)).map(optionOf)
  const { data, page } = await client.ensureQueryData(optionsQuery(ref.to, { limit: MAX_OPTIONS }))
  if (page.next === null) return { all: allowed(data) }
  return {
    find: async (search) => allowed((await client.fetchQuery(optionsQuery(ref.to, { limit: MAX_FOUND, ...(search ? { search } : {}) }))).data),
    optionOf: async (key) => optionOf(fromWire(target, await client.fetchQuery(referredQuery(ref.to, key)))),
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The record by inner names, without empty fields, as rules read it. */
function innerOf(manifest: ClientManifest, record: WireRecord): Doc {
  const fields = Object.values(manifest.shape.fields).flatMap((field) => {
    const value = record[field.wire]
    return isAbsentOnWire(value) || value === undefined ? [] : [[field.name, value] as const]
  })
  const state = record[manifest.stateField]
  const own = record['_state']
  return { ...(typeof state === 'string' ? { [manifest.stateField]: state } : {}), ...Object.fromEntries(fields), ...(typeof own === 'string' ? { [manifest.stateField]: own } : {}) }
}
