import type { Doc, Json, JsonObject } from '../document/json.ts'
import type { ResolvedDocumentType } from '../manifest/resolve/resolved.ts'
import type { Pieces } from '../pieces.ts'
import type { RuleContext } from './context.ts'
import { describeError } from './evaluator.ts'
import type { OnRuleError } from './functions.ts'
import type { CompiledExpression, Language, Place } from './language.ts'
import { viewRecord } from './record-types.ts'
import { RecordView, toPlain } from './record-view.ts'
import { RuleHost } from './rule-host.ts'

/** A place that has every variable of any place, except those of options and rows. */
export const ANYWHERE: Place = { at: 'check' }
/** The same, with the day whose availability is evaluated. */
export const OF_A_DAY: Place = { ...ANYWHERE, day: true }

/**
 * The expressions of one type outside its rules: conditions, defaults, options, checks of an action. Each is compiled on first use and
 * kept; a failure is reported under the given name, and the expression then has no value.
 */
export class TypeExpressions {
  readonly #manifest: ResolvedDocumentType
  readonly #language: Language
  readonly #onRuleError: OnRuleError
  readonly #compiled = new Map<string, CompiledExpression>()

  constructor(manifest: ResolvedDocumentType, language: Language, onRuleError: OnRuleError) {
    this.#manifest = manifest
    this.#language = language
    this.#onRuleError = onRuleError
  }

  /** The variables of a document, created once for all expressions that are evaluated over it. */
  hostOf(doc: Doc, ctx: RuleContext): RuleHost {
    const host = new RuleHost(this.#language, this.#manifest, ctx)
    const view = viewRecord(this.#language.types, this.#manifest.id, doc, host)
    host.variables['doc'] = view
    host.variables['self'] = view
    return host
  }

  /** From now on, expressions read this line; a new, empty one if there is none at the index. */
  pointAtLine(host: RuleHost, array: string, index: number): void {
    const View = this.#language.types.view(this.#manifest.id, array) ?? RecordView
    const lines = (host.variables['doc'] as RecordView).$lines?.[array]
    const line = lines?.[index] ?? new View({}, host)
    host.variables['line'] = line
    host.variables['self'] = line
    host.pointFigures(array, index)
  }

  /** Calls `ask` for each line of an array, in pieces: its expressions read that line and its figures. */
  *evaluatingPerLine<T>(doc: Doc, ctx: RuleContext, array: string, ask: (place: Place, host: RuleHost, index: number) => Pieces<T>): Pieces<T[]> {
    const lines = doc[array]
    if (!Array.isArray(lines) || lines.length === 0) return []
    const host = this.hostOf(doc, ctx)
    const answers: T[] = []
    for (const index of lines.keys()) {
      this.pointAtLine(host, array, index)
      answers.push(yield* ask({ at: 'line', array }, host, index))
      yield
    }
    return answers
  }

  /** The values of several expressions by name, one expression per piece; empty and failed ones are omitted. */
  *findingValues(expressions: Record<string, string>, place: Place, host: RuleHost): Pieces<JsonObject> {
    const values: JsonObject = {}
    for (const [name, expression] of Object.entries(expressions)) {
      const value = this.value(expression, place, 'value', host)
      if (value !== undefined) values[name] = value
      yield
    }
    return values
  }

  /** Whether a condition holds; false if it fails. */
  test(expression: string, place: Place, name: string, host: RuleHost): boolean {
    return this.#attempt(expression, place, name, host) === true
  }

  /** The value of an expression; undefined if it is empty or failed. */
  value(expression: string, place: Place, name: string, host: RuleHost): Json | undefined {
    return toPlain(this.#attempt(expression, place, name, host))
  }

  /** Returns a function that evaluates expressions on fields over a document: all on its header, or all on a new line. */
  fieldValues(place: Place, doc: Doc, ctx: RuleContext): (expression: string, name: string) => Json | undefined {
    let host: RuleHost | undefined
    return (expression, name) => {
      if (host === undefined) {
        host = this.hostOf(doc, ctx)
        if (place.at === 'line') this.pointAtLine(host, place.array, -1)
      }
      return this.value(expression, place, name, host)
    }
  }

  /** The value of an expression, as `value` returns it. @throws the error with which it failed, after reporting it. */
  outcome(expression: string, place: Place, name: string, host: RuleHost): Json | undefined {
    return toPlain(this.#run(expression, place, name, host))
  }

  #attempt(expression: string, place: Place, name: string, host: RuleHost): unknown {
    try {
      return this.#run(expression, place, name, host)
    } catch {
      return undefined
    }
  }

  #run(expression: string, place: Place, name: string, host: RuleHost): unknown {
    try {
      if (!('array' in place) || place.array === undefined) host.pointFigures(undefined, 0)
      const compiled = this.#compile(expression, place)
      const { limit } = host.context
      return limit === undefined ? compiled.run(host.variables) : limit.spend(() => compiled.run(host.variables))
    } catch (error) {
      const { code, summary } = describeError(error)
      const isQuiet = code === 'no_such_key' && (name === 'value' || name.startsWith('default ') || name.startsWith('stamp '))
      if (!isQuiet) this.#onRuleError({ type: this.#manifest.id, rule: name, expression, message: summary, code, absent: code === 'no_such_key' })
      throw error
    }
  }

  #compile(expression: string, place: Place): CompiledExpression {
    const key = `${place.at} ${place.day === true ? 'day' : ''} ${'array' in place ? String(place.array) : ''} ${'to' in place ? place.to : ''} ${expression}`
    let compiled = this.#compiled.get(key)
    if (compiled === undefined) this.#compiled.set(key, (compiled = this.#language.compile(this.#manifest.id, place, expression)))
    return compiled
  }
}
