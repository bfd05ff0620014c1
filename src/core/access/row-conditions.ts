import type { Doc } from '../document/json.ts'
import type { FigureKind, ResolvedDocumentType, Verb } from '../manifest/resolve/resolved.ts'
import type { RuleContext } from '../expressions/context.ts'
import { startOf } from '../expressions/dates.ts'
import type { ExpressionEvaluator } from '../expressions/evaluator.ts'
import type { KnownRecords } from '../expressions/known-records.ts'
import { MAX_EXPRESSION_STEPS, StepLimit } from '../expressions/steps.ts'
import type { RuleHost } from '../expressions/rule-host.ts'
import { onePiece, type Pieces } from '../pieces.ts'
import { ANYWHERE } from '../expressions/type-expressions.ts'
import type { TypeExpressions } from '../expressions/type-expressions.ts'
import type { Actor } from './actor.ts'
import { rowPredicate } from './permitted-rows.ts'
import { ALWAYS, NEVER, fieldOperand } from './row-predicate.ts'
import type { FieldOperand, RowPredicate } from './row-predicate.ts'
import { compileRows, translateRows, UntranslatableError } from './translate-rows.ts'

/**
 * A figure over records as the database computes it: over `field`, from the record with the first or last `by`, once for each value of
 * `per`.
 */
export interface FigureOperands { figure: FigureKind; field?: FieldOperand; by?: FieldOperand; per?: FieldOperand }

/**
 * The conditions of one type that select rows: grants, lists, lookups. The values they compare with are evaluated here, once per request.
 */
export class RowConditions {
  readonly #records: KnownRecords
  readonly #manifest: ResolvedDocumentType
  readonly #expressions: TypeExpressions

  constructor(records: KnownRecords, manifest: ResolvedDocumentType, expressions: TypeExpressions) {
    this.#records = records
    this.#manifest = manifest
    this.#expressions = expressions
  }

  /** The rows granted to the actor's roles; `never` if no role has the verb. */
  granted(actor: Actor, verb: Verb, ctx?: RuleContext): RowPredicate {
    return rowPredicate(this.#manifest, actor, verb, this.evaluator(ctx), grantConstants(actor, ctx))
  }

  /** The rows of a named list or lookup; every row if it has no condition. */
  ofNamed(name: 'list' | 'lookup', key: string, ctxDoc: Doc | undefined, ctx: RuleContext): RowPredicate {
    const { of, where } = (name === 'list' ? this.#manifest.lists[key] : this.#manifest.lookups[key]) ?? {}
    if (of === undefined || this.#records.types[of] === undefined || where === undefined) return ALWAYS
    return this.ofType(of, where, ctxDoc, ctx)
  }

  /** Which figure a lookup computes over its rows. @throws Error for an unknown type or field, which the checks refuse. */
  figureOf(key: string): FigureOperands {
    const { of = '', figure = 'count', field, by, per } = this.#manifest.lookups[key] ?? {}
    const operand = (name: string): FieldOperand => {
      const target = this.#records.types[of]
      const found = target === undefined ? undefined : fieldOperand(target, name)
      if (found === undefined) throw new Error(`The figure ${key} of ${this.#manifest.id} is over ${of}.${name}, which is no single value.`)
      return found
    }
    return { figure, ...(field !== undefined && { field: operand(field) }), ...(by !== undefined && { by: operand(by) }), ...(per !== undefined && { per: operand(per) }) }
  }

  /** The rows of a lookup with `each`, for every line of its array; yields after each line. */
  *findingOfEachLine(key: string, doc: Doc, ctx: RuleContext): Pieces<RowPredicate[]> {
    const { of = '', where = '', each = '' } = this.#manifest.lookups[key] ?? {}
    const target = this.#records.types[of]
    if (target === undefined) return []
    const translation = compileRows(where, { manifest: target, variable: 'row' })
    if (!translation.ok) throw new UntranslatableError(translation.issue)
    return yield* this.#expressions.evaluatingPerLine(doc, ctx, each, (place, host) => onePiece(() => translation.template.bind(host.variables, {
      test: (expression) => this.#expressions.test(expression, place, 'rows', host),
      value: (expression) => this.#expressions.value(expression, place, 'rows', host),
    })))
  }

  /** The rows of another type for which a condition over `row` and this type's document holds. */
  ofType(of: string, where: string, doc: Doc | undefined, ctx: RuleContext): RowPredicate {
    const target = this.#records.types[of]
    if (target === undefined) return NEVER
    const constants = { ...surroundings(ctx), input: ctx.input ?? {}, ...(doc === undefined ? {} : { doc }) }
    return translateRows(where, { manifest: target, variable: 'row', constants, evaluator: this.evaluator(ctx) })
  }

  /** The rows of this type for which a condition over `row` holds; `never` for one that the database cannot apply. */
  where(condition: string, ctx: RuleContext): RowPredicate {
    const translation = compileRows(condition, { manifest: this.#manifest, variable: 'row' })
    return translation.ok ? translation.template.bind(surroundings(ctx), this.evaluator(ctx)) : NEVER
  }

  /**
   * Evaluates the values that row conditions compare with. It reads no records, only the user's context and, for a lookup, the document at
   * hand.
   */
  evaluator(ctx?: RuleContext): ExpressionEvaluator {
    const hosts = new WeakMap<object, RuleHost>()
    // One limit for the values of all grants of a person.
    const limit = new StepLimit(MAX_EXPRESSION_STEPS, ctx?.limit)
    const hostFor = (variables: Record<string, unknown>): RuleHost => {
      let host = hosts.get(variables)
      if (host === undefined) hosts.set(variables, (host = this.#expressions.hostOf((variables['doc'] ?? {}) as Doc, { ...contextOf(variables, ctx), limit })))
      return host
    }
    return {
      test: (expression, variables) => this.#expressions.test(expression, ANYWHERE, 'rows', hostFor(variables)),
      value: (expression, variables) => this.#expressions.value(expression, ANYWHERE, 'rows', hostFor(variables)),
    }
  }
}

/** The values that conditions of grants compare with: the actor and, if known, the rest of the context. */
export function grantConstants(actor: Actor, ctx: RuleContext | undefined): Record<string, unknown> {
  return ctx === undefined ? { user: actor } : { ...surroundings(ctx), user: actor }
}

/** The values that row conditions may compare with: the context without the document. */
function surroundings({ user, settings, company, today, now }: RuleContext): Record<string, unknown> {
  return { user, settings, company, today, now: now ?? startOf(today) }
}

/** The context of a row condition: the given one, or the user alone. */
function contextOf(variables: Record<string, unknown>, ctx: RuleContext | undefined): RuleContext {
  const nobody: RuleContext = ctx ?? {
    user: { id: '', email: '', name: '', company: '', roles: [], isNavuser: false, isApprover: false },
    settings: {}, company: { code: '', name: '', currency: '', timeZone: 'UTC' }, today: '', ref: () => undefined, lists: {},
  }
  const { user, settings, company, today, now, input } = variables as Partial<RuleContext>
  return { ...nobody, ...(user && { user }), ...(settings && { settings }), ...(company && { company }), ...(today && { today }), ...(now && { now }), ...(input && { input }) }
}
