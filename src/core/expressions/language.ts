import type { Environment } from '@marcbachmann/cel-js'
import { ADMINISTRATOR } from '../access/built-in-roles.ts'
import type { Catalogue, ResolvedShape } from '../manifest/resolved.ts'
import { readsOf } from './dependencies.ts'
import type { ReadPath } from './dependencies.ts'
import { createDialect } from './dialect.ts'
import type { FunctionRegistry } from './functions.ts'
import { RecordTypes, celTypeOf, lineTypeName } from './record-types.ts'
import { defineView, scalarReader } from './record-view.ts'
import type { FieldReader, RecordViewClass } from './record-view.ts'

/** Where an expression stands, which says what it may read. */
export type Place =
  | { at: 'header' }
  | { at: 'line'; array: string }
  /** `x-ref.options` of a header field, or of a line field. */
  | { at: 'option'; to: string; array?: string }
  /** `when`, `sets` and `posts` of an action; `input` is typed by its dialog. */
  | { at: 'action'; input?: ResolvedShape; /** What is posted for, or set in, each line of the array. */ array?: string }
  /** `rows` of a permission. */
  | { at: 'rows' }
  /** `where` of a named list of a type. */
  | { at: 'list'; of: string }
  /** `where` of a lookup over a type, asked for each line of an array where one is named. */
  | { at: 'lookup'; of: string; array?: string }
  /** `values` of a source: `input` is what a service found, whose shape nobody knows. */
  | { at: 'found' }
  | { at: 'print' }
  | { at: 'menu' }

/** An expression ready to run. */
export interface CompiledExpression {
  source: string
  /** @throws EvaluationError */
  run(variables: Record<string, unknown>): unknown
  reads: ReadPath[]
}

/** How a type's lists and figures are read: those of the document, and by array those of each line. */
export interface NamedViews { ListsView: RecordViewClass; LookupsView: RecordViewClass; LineLookupsViews: Record<string, RecordViewClass> }

const USER_FIELDS: Record<string, string> = {
  id: 'string', email: 'string', name: 'string', employee: 'string', department: 'string', grade: 'string', company: 'string',
  roles: 'list<string>', assigned: 'list<string>', isNavuser: 'bool', isApprover: 'bool', isAdmin: 'bool',
}
const COMPANY_FIELDS: Record<string, string> = { code: 'string', name: 'string', currency: 'string' }

const USER_READERS: Record<string, FieldReader> = {
  ...Object.fromEntries(Object.keys(USER_FIELDS).map((name) => [name, scalarReader(name)])),
  assigned: (view) => view.$source['assigned'] ?? [],
  isAdmin: (view) => Array.isArray(view.$source['roles']) && view.$source['roles'].includes(ADMINISTRATOR),
}

/**
 * The expression language over one catalogue: CEL with our functions, a type for every record, and for each place the
 * variables that stand there. Environments are made when first needed.
 */
export class Language {
  readonly types: RecordTypes
  readonly UserView = defineView(USER_READERS)
  readonly CompanyView = defineView(Object.fromEntries(Object.keys(COMPANY_FIELDS).map((name) => [name, scalarReader(name)])))
  readonly SettingsView: RecordViewClass
  readonly #catalogue: Catalogue
  readonly #base: Environment
  readonly #environments = new Map<string, Environment>()
  readonly #named = new Map<string, NamedViews & { environment: Environment }>()

  constructor(catalogue: Catalogue, functions: FunctionRegistry) {
    this.#catalogue = catalogue
    this.types = new RecordTypes(catalogue)
    this.#base = createDialect(functions)
    this.types.register(this.#base)
    this.#base.registerType('portal.User', { ctor: this.UserView, fields: USER_FIELDS })
    this.#base.registerType('portal.Company', { ctor: this.CompanyView, fields: COMPANY_FIELDS })
    this.SettingsView = this.#registerSettings()
  }

  /** The environment for expressions of a type at a place. Without a type only the variables that need none. */
  environment(typeId: string | undefined, place: Place): Environment {
    const key = `${typeId ?? ''}|${placeKey(place)}`
    let environment = this.#environments.get(key)
    if (environment === undefined) this.#environments.set(key, (environment = this.#createEnvironment(typeId, place)))
    return environment
  }

  /** @throws ParseError for what is no expression. */
  compile(typeId: string | undefined, place: Place, source: string): CompiledExpression {
    const parsed = this.environment(typeId, place).parse(source)
    return { source, run: parsed, reads: readsOf(parsed.ast) }
  }

  /** View classes of `lists` and `lookups` of a type. */
  namedViews(typeId: string): NamedViews {
    return this.#namedOf(typeId)
  }

  #createEnvironment(typeId: string | undefined, place: Place): Environment {
    const environment = (typeId === undefined ? this.#base : this.#namedOf(typeId).environment).clone()
    environment.registerVariable('user', 'portal.User').registerVariable('company', 'portal.Company')
    environment.registerVariable('settings', 'portal.Settings').registerVariable('today', 'string').registerVariable('now', 'string')
    if (place.at === 'list' || place.at === 'lookup') environment.registerVariable('row', this.types.celType(place.of))
    if (typeId === undefined || place.at === 'menu' || place.at === 'list') return environment
    const record = this.types.celType(typeId)
    environment.registerVariable('doc', record)
    if (place.at === 'rows') return environment
    if (place.at === 'lookup') {
      if (place.array !== undefined) environment.registerVariable('line', lineTypeName(typeId, place.array))
      return environment.registerVariable('input', 'map')
    }
    environment.registerVariable('prev', record)
    const array = place.at === 'line' || place.at === 'option' || place.at === 'action' ? place.array : undefined
    environment.registerVariable('lists', namedTypeName(typeId, 'lists')).registerVariable('lookups', figuresTypeName(typeId, array))
    this.#registerInput(environment, typeId, place)
    if (place.at === 'print') environment.registerVariable('approvals', 'list<dyn>')
    const self = array === undefined ? record : lineTypeName(typeId, array)
    environment.registerVariable('self', self)
    if (array !== undefined) environment.registerVariable('line', self)
    if (place.at === 'option') environment.registerVariable('option', this.types.celType(place.to))
    return environment
  }

  #registerInput(environment: Environment, typeId: string, place: Place): void {
    if (place.at !== 'action' || place.input === undefined) {
      environment.registerVariable('input', 'map')
      return
    }
    const fields = Object.fromEntries(Object.values(place.input.fields).map((field) => [field.name, celTypeOf(field, typeId)]))
    environment.registerType('portal.Input', { ctor: defineView({}), fields })
    environment.registerVariable('input', 'portal.Input')
  }

  #namedOf(typeId: string): NamedViews & { environment: Environment } {
    const known = this.#named.get(typeId)
    if (known !== undefined) return known
    const type = this.#catalogue.types[typeId]
    const lists = Object.entries(type?.lists ?? {}).map(([name, { of }]) => [name, `list<${this.types.celType(of)}>`] as const)
    const ListsView = defineView(Object.fromEntries(lists.map(([name]) => [name, (view) => view.$host.list(name)])))
    const environment = this.#base.clone()
    environment.registerType(namedTypeName(typeId, 'lists'), { ctor: ListsView, fields: Object.fromEntries(lists) })
    const figures = (array?: string): RecordViewClass => {
      const names = Object.values(type?.lookups ?? {}).filter(({ each }) => each === undefined || each === array).map(({ name }) => name)
      const View = defineView(Object.fromEntries(names.map((name) => [name, scalarReader(name)])))
      environment.registerType(figuresTypeName(typeId, array), { ctor: View, fields: Object.fromEntries(names.map((name) => [name, 'double'])) })
      return View
    }
    const LookupsView = figures()
    const arrays = Object.values(type?.shape.fields ?? {}).filter(({ line }) => line !== undefined)
    const LineLookupsViews = Object.fromEntries(arrays.map(({ name }) => [name, figures(name)]))
    const named = { ListsView, LookupsView, LineLookupsViews, environment }
    this.#named.set(typeId, named)
    return named
  }

  #registerSettings(): RecordViewClass {
    const groups: Record<string, string> = {}
    const readers: Record<string, FieldReader> = {}
    for (const [group, shape] of Object.entries(this.#catalogue.settings)) {
      const name = `settings.${group}`
      const fields = Object.values(shape.fields)
      const GroupView = defineView(Object.fromEntries(fields.map((field) => [field.name, settingReader(field.name, field.default ?? neutral(field.type))])))
      this.#base.registerType(name, { ctor: GroupView, fields: Object.fromEntries(fields.map((field) => [field.name, celTypeOf(field, group)])) })
      groups[group] = name
      readers[group] = (view) => new GroupView((view.$source[group] ?? {}) as Record<string, never>, view.$host)
    }
    const SettingsView = defineView(readers)
    this.#base.registerType('portal.Settings', { ctor: SettingsView, fields: groups })
    return SettingsView
  }
}

/** Settings are never absent: what nobody set has its declared default, else no, 0 or ''. */
function settingReader(name: string, fallback: unknown): FieldReader {
  return (view) => view.$source[name] ?? fallback
}

function neutral(type: string): unknown {
  if (type === 'boolean') return false
  if (type === 'number' || type === 'integer') return 0
  if (type === 'array') return []
  return type === 'object' ? {} : ''
}

function namedTypeName(typeId: string, kind: 'lists' | 'lookups'): string {
  return `portal.${typeId}.${kind}`
}

/** Lines read the figures of the document and those that are asked for each of them. */
function figuresTypeName(typeId: string, array: string | undefined): string {
  return array === undefined ? namedTypeName(typeId, 'lookups') : `${namedTypeName(typeId, 'lookups')}.${array}`
}

let inputNumber = 0
const inputKeys = new WeakMap<ResolvedShape, number>()

function placeKey(place: Place): string {
  switch (place.at) {
    case 'line': return `line ${place.array}`
    case 'option': return `option ${place.to} ${place.array ?? ''}`
    case 'list': return `list ${place.of}`
    case 'lookup': return `lookup ${place.of} ${place.array ?? ''}`
    case 'action': {
      if (place.input === undefined) return `action ${place.array ?? ''}`
      if (!inputKeys.has(place.input)) inputKeys.set(place.input, (inputNumber += 1))
      return `action ${inputKeys.get(place.input)} ${place.array ?? ''}`
    }
    default: return place.at
  }
}
