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

/** The result of a condition; `unknown` if it reads figures that are not known here, `absent` if it failed on an empty field. */
export type Truth = boolean | 'unknown' | 'failed' | 'absent'

/** The result of a rule that could not be evaluated. */
export const FAILED = Symbol('failed')

/** Effects that produce something: from an empty field there is nothing to produce, and that is not an error. */
const QUIET_WHEN_ABSENT: ReadonlySet<PlannedRule['effect']> = new Set(['value', 'fill', 'min', 'max', 'unavailable', 'label'])

export interface RunnerOptions {
  /** The action whose checks are run. */
  action: string
  /** Whether fields are marked as needed for later actions. */
  looksAhead: boolean
  onRuleError: OnRuleError
  onTrace: ((trace: RuleTrace) => void) | undefined
}

/**
 * Runs one rule at one cell of a document and yields after each expression, because one field may have many expensive ones. A failure is
 * reported and returned, never thrown; the caller decides what follows from it.
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

  /** From now on, expressions read the cell's line, or the header. */
  point({ scope }: Cell): void {
    const { variables } = this.#host
    // Most cells follow one of the same line. Another context brings other variables.
    if (this.#pointed?.scope === scope && this.#pointed.index === scope.index && this.#pointed.variables === variables) return
    this.#pointed = { scope, index: scope.index, variables }
    variables['doc'] = this.#cells.header.view
    variables['self'] = scope.view
    variables['line'] = scope.view
    if (this.context.lookups !== undefined) this.#host.pointFigures(scope.array, scope.index)
  }

  /** Whether the rule applies to the current action. */
  appliesToAction(rule: PlannedRule): boolean {
    return rule.source?.for === undefined || rule.source.for.includes(this.action)
  }

  /** Whether the rule is for an action that the document's state offers. Ask only about rules that do not apply to the current action. */
  appliesToLaterAction(rule: PlannedRule): boolean {
    return this.laterAction(rule) !== undefined
  }

  /** The first action that the rule is for and the document's state offers. */
  laterAction({ source }: PlannedRule): string | undefined {
    if (!this.#looksAhead || source?.for === undefined) return undefined
    const { plan: { manifest }, header } = this.#cells
    const state = header.source[manifest.stateField]
    return source.for.find((id) => {
      const action = manifest.actions[id]
      return action !== undefined && (!hasStates(manifest) || action.from.includes(typeof state === 'string' ? state : 'new'))
    })
  }

  /** The result of the rule's `when`. */
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

  /** The result of the rule itself. */
  evaluatingCondition(rule: PlannedRule, cell: Cell): Pieces<Truth> {
    return this.#testing(rule, rule.expression, cell)
  }

  /** Whether a visible or enabled rule denied, or failed, over the document as stored. What is not stored yet was not denied. */
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

  /** The header, or the cell's line, as stored. */
  #storedSelf({ plan: { array }, scope }: Cell): unknown {
    const { prev } = this.context
    const header = this.#host.variables['prev'] as Record<string, unknown> | undefined
    if (prev === undefined || header === undefined) return undefined
    if (array === undefined) return header
    const line = storedLine(this.#cells.plan.manifest.shape.fields[array], prev, scope.source)
    const place = line === undefined ? -1 : (prev[array] as unknown[]).indexOf(line)
    return (header[array] as unknown[] | undefined)?.[place]
  }

  /** The rule's value; undefined if it is empty or failed. */
  *computing(rule: PlannedRule, cell: Cell): Pieces<Json | undefined> {
    const given = yield* this.attempting(rule, cell)
    return given === FAILED ? undefined : given
  }

  /** The rule's value; undefined if it is empty, FAILED if it could not be evaluated. */
  *attempting(rule: PlannedRule, cell: Cell): Pieces<Json | undefined | typeof FAILED> {
    const given = this.#attempt(rule, cell)
    yield
    return given
  }

  /** Like `attempting`, for a rule that reads a day as `day`. */
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

  /** Reports a failure, each kind once per document. An empty field is not reported if the rule only produces a value. */
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
