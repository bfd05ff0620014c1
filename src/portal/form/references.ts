import type { QueryClient } from '@tanstack/react-query'
import type { WireRecord } from '../../contract/index.ts'
import type { Engine, JsonObject, ResolvedDocumentType } from '../../core/index.ts'
import { optionsQuery, referredQuery, typeKey } from '../sdk.ts'
import { fromWire } from './wire.ts'

/** Masters with at most this many records are loaded completely and searched here; larger ones are searched by the server. */
export const MAX_RECORDS_LOADED = 200

let made = 0
const nextId = (): number => (made += 1)

/**
 * Records that a form's references name, by type and key, for rules, selects and captions. Fetched through the query cache, so that screens
 * share them.
 */
export class References {
  /** Distinguishes this instance from those of other screens: each has loaded its own records. */
  readonly id = nextId()
  readonly #engine: Engine
  readonly #client: QueryClient
  readonly #records = new Map<string, Map<string, JsonObject>>()
  readonly #lists = new Map<string, JsonObject[]>()
  readonly #whole = new Set<string>()
  readonly #large = new Set<string>()
  readonly #missing = new Set<string>()
  readonly #listeners = new Set<() => void>()
  #version = 0

  constructor(engine: Engine, client: QueryClient) {
    this.#engine = engine
    this.#client = client
  }

  /** The record, if loaded; the `ref` of a rule context. */
  readonly ref = (type: string, key: string): JsonObject | undefined => this.#records.get(type)?.get(key)

  /** The referenced type; undefined if the current user may not see it. */
  manifest(type: string): ResolvedDocumentType | undefined {
    return this.#engine.has(type) ? this.#engine.type(type).manifest : undefined
  }

  /** All loaded records of a type. Returns the same array until another record arrives. */
  known(type: string): JsonObject[] {
    const kept = this.#lists.get(type) ?? [...(this.#records.get(type)?.values() ?? [])]
    this.#lists.set(type, kept)
    return kept
  }

  /** Whether every record of the type is loaded. */
  isFullyLoaded(type: string): boolean {
    return this.#whole.has(type)
  }

  /** The label of a record, or its code while it is not loaded or has none. */
  label(type: string, key: string, labelField: string): string {
    const label = this.ref(type, key)?.[labelField]
    return typeof label === 'string' && label !== '' ? label : key
  }

  /** `code – label`, or the code alone while the record is not loaded. */
  caption(type: string, key: string, labelField: string): string {
    const label = this.label(type, key, labelField)
    return label === key ? key : `${key} – ${label}`
  }

  /** Loads a small master completely, or the first records of a large one. */
  async loadAll(type: string): Promise<void> {
    if (this.#whole.has(type) || this.#large.has(type) || !this.manifest(type)) return
    const answer = await this.#client.fetchQuery(optionsQuery(type, { limit: MAX_RECORDS_LOADED }))
    if (answer.page.next === null) this.#whole.add(type)
    else this.#large.add(type)
    this.#put(type, answer.data)
  }

  /** Takes what the cache has of these records, however old it is, and asks the server for nothing: for a form that is only read. */
  takeCached(wanted: { type: string; key: string }[]): void {
    for (const type of new Set(wanted.map((one) => one.type))) this.#put(type, this.#client.getQueryData(optionsQuery(type, { limit: MAX_RECORDS_LOADED }).queryKey)?.data ?? [])
    for (const { type, key } of wanted) {
      const known = this.ref(type, key) ? undefined : this.#client.getQueryData(referredQuery(type, key).queryKey)
      if (known) this.#put(type, [known])
    }
  }

  /** Records of a large master that match a search. */
  async search(type: string, text: string): Promise<JsonObject[]> {
    const answer = await this.#client.fetchQuery(optionsQuery(type, { limit: 50, ...(text ? { search: text } : {}) }))
    return this.#put(type, answer.data)
  }

  /** Adds a record that the server returned. */
  add(type: string, record: WireRecord): void {
    this.#put(type, [record])
    // Lists fetched earlier do not contain it.
    void this.#client.invalidateQueries({ queryKey: typeKey(type), refetchType: 'none' })
  }

  /** Loads single records. A record that could not be loaded is not requested again. */
  async loadRecords(wanted: { type: string; key: string }[]): Promise<void> {
    const unknown = wanted.filter(({ type, key }) => this.manifest(type) && !this.ref(type, key) && !this.#missing.has(`${type}/${key}`))
    await Promise.all(
      unknown.map(async ({ type, key }) => {
        try {
          this.#put(type, [await this.#client.fetchQuery(referredQuery(type, key))])
        } catch {
          this.#missing.add(`${type}/${key}`)
        }
      }),
    )
  }

  /** Reloads records that an action may have changed; those that cannot be loaded stay as they are. */
  async reload(wanted: { type: string; key: string }[]): Promise<void> {
    await Promise.allSettled(wanted.map(async ({ type, key }) => this.#put(type, [await this.#client.fetchQuery({ ...referredQuery(type, key), staleTime: 0 })])))
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  version = (): number => this.#version

  #put(type: string, rows: WireRecord[]): JsonObject[] {
    const manifest = this.manifest(type)
    if (!manifest) return []
    const kept = this.#records.get(type) ?? new Map<string, JsonObject>()
    this.#records.set(type, kept)
    const records = rows.map((row) => fromWire(manifest, row))
    for (const record of records) kept.set(String(record[manifest.key]), record)
    this.#lists.delete(type)
    this.#version += 1
    for (const listener of [...this.#listeners]) listener()
    return records
  }
}
