import { EvaluationError } from '@marcbachmann/cel-js'
import type { Json } from '../document/json.ts'
import { hasStates } from '../document/record-doc.ts'
import { storedLine } from '../document/stored-record.ts'
import type { Pieces } from '../pieces.ts'
import type { RuleContext } from '../expressions/context.ts'
import { describeError } from '../expressions/evaluator.ts'
import type { OnRuleError } from '../expressions/functions.ts'
import type { CompiledExpression } from '../expressions/language.ts'
import { toPlain } from '../expressions/record-view.ts'
import type { RuleHost } from '../expressions/rule-host.ts'
import type { Cell, DocumentCells, Scope } from './document-cells.ts'
import type { PlannedRule } from './rule-plan.ts'
import type { RuleTrace } from './trace.ts'

/** How a condition came out; `unknown` when it reads figures that are not known here, `absent` when it failed at an empty field. */
export type Truth = boolean | 'unknown' | 'failed' | 'absent'

/** A rule could not be worked out. */
export const FAILED = Symbol('failed')

/** Effects that give something: of an empty field there is nothing to give. */
const QUIET_WHEN_ABSENT: ReadonlySet<PlannedRule['effect']> = new Set(['value', 'fill', 'min', 'max', 'unavailable', 'label'])

export interface RunnerOptions {
  /** The action whose checks are asked. */
  action: string
  /** Fields are told what later actions will need of them. */
  looksAhead: boolean
  onRuleError: OnRuleError
  onTrace: ((trace: RuleTrace) => void) | undefined
}

/**
 * Runs one rule at one cell of a document, an expression a piece: of dear ones many may stand on one field. A failure is reported
 * and answered, never thrown; what follows from it is the caller's.
 */
export class RuleRunner {
  action: string
  readonly #looksAhead: boolean
  readonly #cells: DocumentCells
  readonly #host: RuleHost
  readonly #onRuleError: OnRuleError
  readonly #onTrace: ((trace: RuleTrace) => void) | undefined
  readonly #reported = new Set<string>()
  #pointed: { scope: Scope; index: number; variables: Record<string, unknown> } | undefined

  constructor(cells: DocumentCells, host: RuleHost, options: RunnerOptions) {
    this.#cells = cells
    this.#host = host
    this.action = options.action
    this.#looksAhead = options.looksAhead
    this.#onRuleError = options.onRuleError
    this.#onTrace = options.onTrace
  }

  get context(): RuleContext { return this.#host.context }

  /** Expressions read the cell's line, or the header, from now on. */
  point({ scope }: Cell): void {
    const { variables } = this.#host
    // Most cells follow one of their own line. Another context brings other variables.
    if (this.#pointed?.scope === scope && this.#pointed.index === scope.index && this.#pointed.variables === variables) return
    this.#pointed = { scope, index: scope.index, variables }
    variables['doc'] = this.#cells.header.view
    variables['self'] = scope.view
    variables['line'] = scope.view
    if (this.context.lookups !== undefined) this.#host.pointFigures(scope.array, scope.index)
  }

  /** Whether the rule is one of the action's. */
  isAsked(rule: PlannedRule): boolean {
    return rule.source?.for === undefined || rule.source.for.includes(this.action)
  }

  /** Whether the rule is for an action that the document's state offers, though not for the one at hand. */
  isAhead({ source }: PlannedRule): boolean {
    if (!this.#looksAhead || source?.for === undefined) return false
    const { plan: { manifest }, header } = this.#cells
    const state = header.source[manifest.stateField]
    return source.for.some((id) => {
      const action = manifest.actions[id]
      return action !== undefined && (!hasStates(manifest) || action.from.includes(typeof state === 'string' ? state : 'new'))
    })
  }

  /** Truth of the rule's `when`. */
  *applying(rule: PlannedRule, cell: Cell): Pieces<Truth> {
    if (rule.needsLookups && this.context.lookups === undefined) {
      this.#trace(rule, cell, { applied: false })
      return 'unknown'
    }
    if (rule.when === undefined) return true
    const truth = yield* this.#testing(rule, rule.when, cell)
    if (truth !== true) this.#trace(rule, cell, { applied: false })
    return truth
  }

  /** Truth of the rule itself. */
  holding(rule: PlannedRule, cell: Cell): Pieces<Truth> {
    return this.#testing(rule, rule.expression, cell)
  }

  /** Whether a visible or enabled rule said no, or failed, over the document as it is stored. What is not stored yet was open. */
  *findingDeniedBefore({ when, expression }: PlannedRule, cell: Cell): Pieces<boolean> {
    const self = this.#storedSelf(cell)
    if (self === undefined) return false
    const stored = { ...this.#host.variables, doc: this.#host.variables['prev'], self, line: self }
    try {
      if (when !== undefined) {
        if (when.run(stored) !== true) return false
        yield
      }
      const denied = expression.run(stored) !== true
      yield
      return denied
    } catch {
      return true
    }
  }

  /** The header, or the cell's line, as it is stored. */
  #storedSelf({ plan: { array }, scope }: Cell): unknown {
    const { prev } = this.context
    const header = this.#host.variables['prev'] as Record<string, unknown> | undefined
    if (prev === undefined || header === undefined) return undefined
    if (array === undefined) return header
    const line = storedLine(this.#cells.plan.manifest.shape.fields[array], prev, scope.source)
    const place = line === undefined ? -1 : (prev[array] as unknown[]).indexOf(line)
    return (header[array] as unknown[] | undefined)?.[place]
  }

  /** What the rule gives; undefined when empty or failed. */
  *computing(rule: PlannedRule, cell: Cell): Pieces<Json | undefined> {
    const given = yield* this.attempting(rule, cell)
    return given === FAILED ? undefined : given
  }

  /** What the rule gives; undefined when empty, FAILED when it could not be worked out. */
  *attempting(rule: PlannedRule, cell: Cell): Pieces<Json | undefined | typeof FAILED> {
    const given = this.#attempt(rule, cell)
    yield
    return given
  }

  /** The same of a rule that reads a day as `day`. */
  *attemptingDay(rule: PlannedRule, cell: Cell, day: string): Pieces<Json | undefined | typeof FAILED> {
    this.#host.variables['day'] = day
    return yield* this.attempting(rule, cell)
  }

  #attempt(rule: PlannedRule, cell: Cell): Json | undefined | typeof FAILED {
    try {
      const result = toPlain(this.#host.run(rule.expression))
      this.#trace(rule, cell, { applied: true, result: result ?? null })
      return result
    } catch (error) {
      this.#fail(rule, rule.expression, cell, error)
      return FAILED
    }
  }

  /** Whether the rule reads a record that is not loaded yet. */
  isWaiting(rule: PlannedRule, cell: Cell): boolean {
    this.point(cell)
    this.#host.hasMissed = false
    try {
      rule.expression.run(this.#host.variables)
    } catch (error) {
      return error instanceof EvaluationError && error.code === 'no_such_key'
    }
    return this.#host.hasMissed
  }

  *#testing(rule: PlannedRule, expression: CompiledExpression, cell: Cell): Pieces<Truth> {
    const truth = this.#truth(rule, expression, cell)
    yield
    return truth
  }

  #truth(rule: PlannedRule, expression: CompiledExpression, cell: Cell): Truth {
    try {
      const result = this.#host.run(expression)
      if (expression === rule.expression) this.#trace(rule, cell, { applied: true, result: result === true })
      return result === true
    } catch (error) {
      return this.#fail(rule, expression, cell, error)
    }
  }

  /** Reports a failure, each kind once per document; an empty field is no news where the rule only gives a value. */
  #fail(rule: PlannedRule, expression: CompiledExpression, cell: Cell, error: unknown): 'failed' | 'absent' {
    const { code, summary } = describeError(error)
    const absent = code === 'no_such_key'
    this.#trace(rule, cell, { applied: true, error: summary })
    const isQuiet = absent && QUIET_WHEN_ABSENT.has(rule.effect)
    const name = `${rule.name}\n${code}\n${expression.source}`
    if (!isQuiet && !this.#reported.has(name)) {
      this.#reported.add(name)
      this.#onRuleError({ type: this.#cells.plan.manifest.id, rule: rule.name, expression: expression.source, message: summary, code, absent })
    }
    return absent ? 'absent' : 'failed'
  }

  #trace(rule: PlannedRule, cell: Cell, outcome: Pick<RuleTrace, 'applied' | 'result' | 'error'>): void {
    this.#onTrace?.({ rule: rule.name, effect: rule.effect, path: this.#cells.pathOf(cell), ...outcome })
  }
}
