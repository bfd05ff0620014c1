import type { Json, JsonObject } from '../document/json.ts'
import type { ResolvedDocumentType } from '../manifest/resolve/resolved.ts'
import type { FigureValue, RuleContext } from './context.ts'
import { startOf } from './dates.ts'
import type { CompiledExpression, Language } from './language.ts'
import { indexList } from './list-index.ts'
import { viewRecord } from './record-types.ts'
import type { RecordView, ViewHost } from './record-view.ts'

/** The variables for the expressions of one type over one context, created once per document and not per rule. */
export class RuleHost implements ViewHost {
  readonly #language: Language
  readonly #manifest: ResolvedDocumentType
  #context: RuleContext
  #records = new Map<string, unknown>()
  #lists = new Map<string, unknown[]>()
  #figures = new Map<string, RecordView>()
  #constants = new Map<string, unknown>()
  /** Whether a record was requested that is unknown or not loaded yet. The caller resets it. */
  hasMissed = false
  /** What expressions read; the code that runs them sets `doc`, `line` and `self`. */
  variables: Record<string, unknown>

  constructor(language: Language, manifest: ResolvedDocumentType, context: RuleContext) {
    this.#language = language
    this.#manifest = manifest
    this.#context = context
    this.variables = this.#createVariables()
  }

  get context(): RuleContext { return this.#context }

  /** Switches to another context; views created before read its records too. */
  update(context: RuleContext): void {
    const { doc, line, self } = this.variables
    this.#context = context
    this.#records = new Map()
    this.#lists = new Map()
    this.#figures = new Map()
    this.#constants = new Map()
    this.variables = { ...this.#createVariables(), doc, line, self }
  }

  /** Runs an expression over the variables. One that reads nothing of the document runs once, not on every line. */
  run({ source, isConstant, run }: CompiledExpression): unknown {
    if (!isConstant) return run(this.variables)
    if (this.#constants.has(source)) return this.#constants.get(source)
    const value = run(this.variables)
    this.#constants.set(source, value)
    return value
  }

  ref(type: string, key: string): unknown {
    const name = `${type}\n${key}`
    let view = this.#records.get(name)
    if (view === undefined && !this.#records.has(name)) {
      const record = this.#context.ref(type, key)
      view = record === undefined ? undefined : this.view(type, record)
      this.#records.set(name, view)
    }
    this.hasMissed ||= view === undefined
    return view
  }

  /** Created on first read: most evaluations use no list. */
  list(name: string): unknown[] {
    const known = this.#lists.get(name)
    if (known !== undefined) return known
    const of = this.#manifest.lists[name]?.of
    const rows = of === undefined ? [] : (this.#context.lists[name] ?? []).map((row) => this.view(of, row))
    indexList(rows)
    this.#lists.set(name, rows)
    return rows
  }

  /** From now on, expressions read the figures of this line; without an array, those of the document. */
  pointFigures(array: string | undefined, index: number): void {
    const name = `${array ?? ''} ${index}`
    const known = this.#figures.get(name) ?? this.#figuresOf(array, index)
    this.#figures.set(name, known)
    this.variables['lookups'] = known
  }

  #figuresOf(array: string | undefined, index: number): RecordView {
    const { LookupsView, LineLookupsViews } = this.#language.namedViews(this.#manifest.id)
    const View = (array === undefined ? undefined : LineLookupsViews[array]) ?? LookupsView
    return new View(figuresAt(this.#context, array, index), this)
  }

  /** A record as expressions see it; if its type is unknown, a plain map without its empty fields. */
  view(type: string, record: JsonObject): RecordView | JsonObject {
    return viewRecord(this.#language.types, type, record, this) ?? withoutEmpty(record)
  }

  #createVariables(): Record<string, unknown> {
    const { user, settings, company, today, now, prev, lookups, input, approvals, issues } = this.#context
    const { UserView, CompanyView, SettingsView } = this.#language
    const { ListsView, LookupsView } = this.#language.namedViews(this.#manifest.id)
    return {
      user: new UserView(user as unknown as JsonObject, this),
      company: new CompanyView(company as unknown as JsonObject, this),
      settings: new SettingsView(settings, this),
      today,
      now: now ?? startOf(today),
      prev: this.view(this.#manifest.id, prev ?? {}),
      lists: new ListsView({}, this),
      lookups: new LookupsView(lookups ?? {}, this),
      input: withoutEmpty(input ?? {}),
      approvals: approvals ?? [],
      issues: issues ?? [],
    }
  }
}

/** The figures of the document and, on a line, the figures of that line. */
export function figuresAt({ lookups, lineLookups }: RuleContext, array: string | undefined, index: number): Record<string, FigureValue> {
  return array === undefined ? { ...lookups } : { ...lookups, ...lineLookups?.[array]?.[index] }
}

/** The record without its empty fields, which has() would otherwise find. */
export function withoutEmpty(record: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(record).filter(([, value]: [string, Json]) => value !== null && value !== ''))
}
