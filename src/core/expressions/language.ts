import type { Environment } from '@marcbachmann/cel-js'
import { ADMINISTRATOR } from '../access/built-in-roles.ts'
import type { JsonObject } from '../document/json.ts'
import type { ResolvedShape, RuleEffect } from '../manifest/resolve/resolved.ts'
import { parseBounded } from './bounded.ts'
import type { ReadPath } from './dependencies.ts'
import { createDialect } from './dialect.ts'
import type { FunctionRegistry } from './functions.ts'
import type { KnownRecords } from './known-records.ts'
import { RecordTypes, celTypeOf, lineTypeName, readerOf } from './record-types.ts'
import { figureCelType, figureReader, registerGroups } from './figure-types.ts'
import { NO_HOST, defineView, scalarReader } from './record-view.ts'
import type { FieldReader, RecordView, RecordViewClass } from './record-view.ts'
import { evaluation } from './steps.ts'

/** Where an expression is written, which determines what it may read. */
export type Place = PlaceOfType & { /** Evaluated for each day of a calendar to decide whether it can be chosen; the expression reads that day as `day`. */ day?: true }

type PlaceOfType =
  | { at: 'header' }
  | { at: 'line'; array: string }
  /** `x-ref.options` of a header field, or of a line field. */
  | { at: 'option'; to: string; array?: string }
  /** `when`, `sets` and `posts` of an action; `input` is typed by its dialog. */
  | { at: 'action'; input?: ResolvedShape; /** The array for whose lines something is posted or set, if any. */ array?: string }
  /** `rows` of a permission. */
  | { at: 'rows' }
  /** `where` of a named list of a type. */
  | { at: 'list'; of: string }
  /** `where` of a lookup over a type; evaluated for each line of the array if one is named. */
  | { at: 'lookup'; of: string; array?: string }
  /** `values` of a source: `input` is a result of a service, whose shape is unknown. */
  | { at: 'found' }
  | { at: 'print' }
  /** What a call that checks a form answers: it also reads the `issues` that were found. */
  | { at: 'check' }
  | { at: 'menu' }

/** A compiled expression. */
export interface CompiledExpression {
  source: string
  /** @throws EvaluationError */
  run(variables: Record<string, unknown>): unknown
  reads: readonly ReadPath[]
  /** It reads nothing of the document, so within one context it has the same value on every line. */
  isConstant: boolean
}

/** Variables that are the same for a whole document within one context. */
const CONSTANT_ROOTS: ReadonlySet<string | undefined> = new Set(['user', 'company', 'settings', 'today', 'now', 'prev', 'lists', 'input', 'approvals', 'issues'])

/** View classes of a type's lists and figures: those of the document and, by array, those of each line. */
export interface NamedViews { ListsView: RecordViewClass; LookupsView: RecordViewClass; LineLookupsViews: Record<string, RecordViewClass> }

/** The same with the environment in which their types are registered under names that start with `prefix`. */
type Named = NamedViews & { environment: Environment; prefix: string }

/** What expressions can read of the current user, with CEL types. */
export const USER_FIELDS: Record<string, string> = {
  id: 'string', email: 'string', name: 'string', employee: 'string', department: 'string', grade: 'string', company: 'string',
  roles: 'list<string>', assigned: 'list<string>', isNavuser: 'bool', isApprover: 'bool', isAdmin: 'bool',
}
/** What expressions can read of the company, with CEL types. */
export const COMPANY_FIELDS: Record<string, string> = { code: 'string', name: 'string', currency: 'string' }

const USER_READERS: Record<string, FieldReader> = {
  ...Object.fromEntries(Object.keys(USER_FIELDS).map((name) => [name, scalarReader(name)])),
  assigned: always((view) => view.$source['assigned'] ?? []),
  isAdmin: always((view) => Array.isArray(view.$source['roles']) && view.$source['roles'].includes(ADMINISTRATOR)),
}

/** Far more than the types of a catalogue have places; only overlays that are tried out make the number grow without end. */
const MAX_ENVIRONMENTS = 2_000

/**
 * The expression language over the known records: CEL with the dialect's functions, a type for every record, and for each place the
 * variables available there. Environments are created on first use.
 */
export class Language {
  readonly types: RecordTypes
  readonly UserView = defineView(USER_READERS)
  readonly CompanyView = defineView(Object.fromEntries(Object.keys(COMPANY_FIELDS).map((name) => [name, scalarReader(name)])))
  readonly SettingsView: RecordViewClass
  readonly records: KnownRecords
  readonly #base: Environment
  readonly #environments = new Map<string, Environment>()
  readonly #named = new Map<string, Named>()
  /** View classes for the input of a dialog, by the environment that has the dialog's types. */
  readonly #inputViews = new WeakMap<Environment, RecordViewClass>()
  readonly #nothing: Named

  constructor(records: KnownRecords, functions: FunctionRegistry) {
    this.records = records
    this.types = new RecordTypes(records)
    this.#base = createDialect(functions)
    this.types.register(this.#base)
    this.#base.registerType('portal.User', { ctor: this.UserView, fields: USER_FIELDS })
    this.#base.registerType('portal.Company', { ctor: this.CompanyView, fields: COMPANY_FIELDS })
    this.SettingsView = this.#registerSettings()
    this.#base.registerVariable('user', 'portal.User').registerVariable('company', 'portal.Company').registerVariable('settings', 'portal.Settings')
    this.#base.registerVariable('today', 'string').registerVariable('now', 'string')
    this.#nothing = this.#registerNothing()
  }

  /** The environment for expressions of a type at a place. Without a type it has only the variables that need none. */
  environment(typeId: string | undefined, place: Place): Environment {
    const key = `${typeId ?? ''}|${placeKey(place)}`
    let environment = this.#environments.get(key)
    if (environment !== undefined) return environment
    environment = this.#createEnvironment(typeId, place)
    if (this.#environments.size >= MAX_ENVIRONMENTS) this.#environments.clear()
    this.#environments.set(key, environment)
    return environment
  }

  /** @throws ParseError if the source is not an expression. */
  compile(typeId: string | undefined, place: Place, source: string): CompiledExpression {
    const environment = this.environment(typeId, place)
    const { parsed, reads } = parseBounded(environment, source)
    const InputView = this.#inputViews.get(environment)
    const withInput = (variables: Record<string, unknown>): Record<string, unknown> => (
      InputView === undefined ? variables : { ...variables, input: new InputView((variables['input'] ?? {}) as JsonObject, NO_HOST) }
    )
    return { source, run: (variables) => evaluation((): unknown => parsed(withInput(variables)), source), reads, isConstant: reads.every(([root]) => CONSTANT_ROOTS.has(root)) }
  }

  /** View classes of a type's `lists` and `lookups`. */
  namedViews(typeId: string): NamedViews {
    return this.#namedOf(typeId)
  }

  #createEnvironment(typeId: string | undefined, place: Place): Environment {
    if (place.day === true) return this.#withDay(typeId, place)
    if (typeId === undefined || place.at === 'menu' || place.at === 'list') {
      const environment = this.#base.clone()
      return place.at === 'list' || place.at === 'lookup' ? environment.registerVariable('row', this.types.celType(place.of)) : environment
    }
    // These have one variable more than the place they are in.
    if (place.at === 'print') return this.environment(typeId, { at: 'header' }).clone().registerVariable('approvals', 'list<dyn>')
    if (place.at === 'check') return this.environment(typeId, { at: 'print' }).clone().registerVariable('issues', 'list<dyn>')
    if (place.at === 'option') return this.environment(typeId, placeOf(place.array)).clone().registerVariable('option', this.types.celType(place.to))
    return this.#createOwn(typeId, place)
  }

  #withDay(typeId: string | undefined, { day: _, ...place }: Place): Environment {
    const plain = this.environment(typeId, place)
    const environment = plain.clone().registerVariable('day', 'string')
    const InputView = this.#inputViews.get(plain)
    if (InputView !== undefined) this.#inputViews.set(environment, InputView)
    return environment
  }

  #createOwn(typeId: string, place: Exclude<Place, { at: 'menu' | 'list' | 'print' | 'check' | 'option' }>): Environment {
    const named = this.#namedOf(typeId)
    const environment = named.environment.clone()
    const record = this.types.celType(typeId)
    environment.registerVariable('doc', record)
    if (place.at === 'rows') return environment
    if (place.at === 'lookup') {
      environment.registerVariable('row', this.types.celType(place.of))
      if (place.array !== undefined) environment.registerVariable('line', lineTypeName(typeId, place.array))
      return environment.registerVariable('input', 'map')
    }
    const array = 'array' in place ? place.array : undefined
    const isAskedOfLines = array !== undefined && Object.hasOwn(named.LineLookupsViews, array)
    environment.registerVariable('prev', record).registerVariable('lists', `${named.prefix}.lists`)
    environment.registerVariable('lookups', figuresTypeName(named.prefix, isAskedOfLines ? array : undefined))
    this.#registerInput(environment, typeId, place)
    const self = array === undefined ? record : lineTypeName(typeId, array)
    environment.registerVariable('self', self)
    return array === undefined ? environment : environment.registerVariable('line', self)
  }

  #registerInput(environment: Environment, typeId: string, place: Place): void {
    if (place.at !== 'action' || place.input === undefined) {
      environment.registerVariable('input', 'map')
      return
    }
    const fields = Object.fromEntries(Object.values(place.input.fields).map((field) => [field.name, celTypeOf(field, typeId)]))
    const InputView = defineView(Object.fromEntries(Object.values(place.input.fields).map((field) => [field.name, readerOf(field)])))
    this.#inputViews.set(environment, InputView)
    environment.registerType('portal.Input', { ctor: InputView, fields })
    environment.registerVariable('input', 'portal.Input')
  }

  #namedOf(typeId: string): Named {
    const known = this.#named.get(typeId)
    if (known !== undefined) return known
    const named = this.#registerNamed(typeId)
    this.#named.set(typeId, named)
    return named
  }

  /** Most types have neither lists nor figures, and an environment with types of its own is slow to create. */
  #registerNamed(typeId: string): Named {
    const { lists = {}, lookups = {} } = this.records.types[typeId] ?? {}
    const figures = Object.values(lookups)
    if (figures.length === 0 && Object.keys(lists).length === 0) return this.#nothing
    const environment = this.#base.clone()
    const prefix = `portal.${typeId}`
    const ListsView = defineView(Object.fromEntries(Object.keys(lists).map((name) => [name, always((view) => view.$host.list(name))])))
    environment.registerType(`${prefix}.lists`, { ctor: ListsView, fields: Object.fromEntries(Object.entries(lists).map(([name, { of }]) => [name, `list<${this.types.celType(of)}>`])) })
    const groups = registerGroups(environment, figures)
    const registerFigures = (array?: string): RecordViewClass => {
      const read = figures.filter(({ each }) => each === undefined || each === array)
      const View = defineView(Object.fromEntries(read.map((one) => [one.name, figureReader(one, groups)])))
      environment.registerType(figuresTypeName(prefix, array), { ctor: View, fields: Object.fromEntries(read.map((one) => [one.name, figureCelType(one)])) })
      return View
    }
    const arrays = new Set(figures.flatMap(({ each }) => each ?? []))
    return { environment, prefix, ListsView, LookupsView: registerFigures(), LineLookupsViews: Object.fromEntries([...arrays].map((array) => [array, registerFigures(array)])) }
  }

  #registerNothing(): Named {
    const [ListsView, LookupsView] = [defineView({}), defineView({})]
    this.#base.registerType('portal.lists', { ctor: ListsView, fields: {} }).registerType('portal.lookups', { ctor: LookupsView, fields: {} })
    return { environment: this.#base, prefix: 'portal', ListsView, LookupsView, LineLookupsViews: {} }
  }

  #registerSettings(): RecordViewClass {
    const groups: Record<string, string> = {}
    const readers: Record<string, FieldReader> = {}
    for (const [group, shape] of Object.entries(this.records.settings)) {
      const name = `settings.${group}`
      const fields = Object.values(shape.fields)
      const GroupView = defineView(Object.fromEntries(fields.map((field) => [field.name, settingReader(field.name, field.default ?? neutral(field.type))])))
      this.#base.registerType(name, { ctor: GroupView, fields: Object.fromEntries(fields.map((field) => [field.name, celTypeOf(field, group)])) })
      groups[group] = name
      readers[group] = always((view) => new GroupView((view.$source[group] ?? {}) as Record<string, never>, view.$host))
    }
    const SettingsView = defineView(readers)
    this.#base.registerType('portal.Settings', { ctor: SettingsView, fields: groups })
    return SettingsView
  }
}

function always(read: (view: RecordView) => unknown): FieldReader {
  return { presentValue: read, neutral: () => undefined }
}

/** Settings are never absent: a setting that was never changed has its declared default, or else the neutral value of its type. */
function settingReader(name: string, fallback: unknown): FieldReader {
  return always((view) => view.$source[name] ?? fallback)
}

function neutral(type: string): unknown {
  if (type === 'boolean') return false
  if (type === 'number' || type === 'integer') return 0
  if (type === 'array') return []
  return type === 'object' ? {} : ''
}

/** Lines read the figures of the document and those evaluated for each line. */
function figuresTypeName(prefix: string, array: string | undefined): string {
  return array === undefined ? `${prefix}.lookups` : `${prefix}.lookups.${array}`
}

function placeOf(array: string | undefined): Place {
  return array === undefined ? { at: 'header' } : { at: 'line', array }
}

/** Places with the same variables share an environment. */
function placeKey({ day, ...place }: Place): string {
  return day === true ? `${keyOf(place)} day` : keyOf(place)
}

function keyOf(place: PlaceOfType): string {
  switch (place.at) {
    case 'line': return `line ${place.array}`
    case 'option': return `option ${place.to} ${place.array ?? ''}`
    case 'list': return `list ${place.of}`
    case 'lookup': return `lookup ${place.of} ${place.array ?? ''}`
    case 'action': return place.input === undefined ? placeKey(placeOf(place.array)) : `action ${place.array ?? ''} ${inputKey(place.input)}`
    case 'found': return 'header'
    default: return place.at
  }
}

/** The place of an expression with that effect, for a rule or check at the given place. */
export function placeOfEffect(effect: RuleEffect, place: Place): Place {
  return effect === 'unavailable' ? { ...place, day: true } : place
}

/** Dialogs with the same fields share an environment, whichever action has them. */
function inputKey({ fields }: ResolvedShape): string {
  return JSON.stringify(Object.values(fields).map(({ name, type, line }) => [name, type, line !== undefined]))
}
