import type { Catalogue, ResolvedDocumentType } from '../manifest/resolve/resolved.ts'
import type { FunctionRegistry } from './functions.ts'
import type { KnownField, KnownSettings, KnownType } from './known-records.ts'
import { Language } from './language.ts'

/** Maximum number of languages to keep; nearly every overlay leaves the known records unchanged. */
const MAX_LANGUAGES = 20

/**
 * One language for all catalogues with the same known records. It receives only what `KnownRecords` declares, so that nothing in it can
 * depend on anything else in the catalogue it was first created for.
 */
export class Languages {
  readonly #functions: FunctionRegistry
  readonly #made = new Map<string, Language>()

  constructor(functions: FunctionRegistry) {
    this.#functions = functions
  }

  /** @throws Error if a function's signature or a field's type cannot be parsed. */
  of({ types, settings }: Pick<Catalogue, 'types' | 'settings'>): Language {
    const known = Object.entries(types).map(([id, type]) => [id, knownOf(type, narrowedType)] as const)
    const groups = knownOf(settings, narrowedSettings)
    const key = [groups.number, ...known.map(([, { number }]) => number)].join()
    let language = this.#made.get(key)
    if (language !== undefined) return language
    language = new Language({ types: Object.fromEntries(known.map(([id, { value }]) => [id, value])), settings: groups.value }, this.#functions)
    const [oldest] = this.#made.size < MAX_LANGUAGES ? [] : this.#made.keys()
    if (oldest !== undefined) this.#made.delete(oldest)
    this.#made.set(key, language)
    return language
  }
}

/** What is known of a type or of the settings. Equal content has the same number. */
interface Known<T> { value: T; number: number }
const kept = new WeakMap<object, Known<unknown>>()
const numbers = new Map<string, number>()
/** Far more than there are types; only overlays that are tried out make the number grow without end. */
const MAX_NUMBERS = 1_000
let last = 0

function knownOf<T extends object, K>(whole: T, narrow: (whole: T) => K): Known<K> {
  let known = kept.get(whole) as Known<K> | undefined
  if (known !== undefined) return known
  const value = narrow(whole)
  known = { value, number: contentNumber(JSON.stringify(value)) }
  kept.set(whole, known)
  return known
}

/** One number per distinct text, as `identityOf` gives one per object. */
function contentNumber(text: string): number {
  const known = numbers.get(text)
  if (known !== undefined) return known
  last += 1
  if (numbers.size >= MAX_NUMBERS) numbers.clear()
  numbers.set(text, last)
  return last
}

function narrowedType({ id, key, owner, stateField, states, shape, lists, lookups }: ResolvedDocumentType): KnownType {
  return {
    id, key, stateField, ...(owner !== undefined && { owner }),
    states: mapped(states, ({ initial }) => ({ initial })),
    shape: { fields: mapped(shape.fields, narrowedField) },
    lists: mapped(lists, ({ of }) => ({ of })),
    lookups: mapped(lookups, ({ name, each, value, group }) => ({ name, value, ...(each !== undefined && { each }), ...(group !== undefined && { group }) })),
  }
}

function narrowedField({ name, type, line, ref }: KnownField): KnownField {
  return {
    name, type, ...(line !== undefined && { line: { fields: mapped(line.fields, narrowedField) } }),
    ...(ref !== undefined && { ref: { to: ref.to, ...(ref.as !== undefined && { as: ref.as }) } }),
  }
}

function narrowedSettings(settings: Catalogue['settings']): Record<string, KnownSettings> {
  return mapped(settings, ({ name, fields }) => ({
    name, fields: mapped(fields, (field) => ({ ...narrowedField(field), ...(field.default !== undefined && { default: field.default }) })),
  }))
}

function mapped<T, U>(entries: Record<string, T>, change: (entry: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, change(entry)]))
}
