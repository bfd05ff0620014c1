import { serialize } from '@marcbachmann/cel-js'
import type { ASTNode } from '@marcbachmann/cel-js'
import type { ExpressionEvaluator } from '../expressions/evaluator.ts'
import type { KnownType } from '../expressions/known-records.ts'
import { ALWAYS, NEVER, allOf, anyOf, compareScalars, fieldOperand } from './row-predicate.ts'
import type { Delegation } from '../delegation/deciding-for.ts'
import type { Comparison, FieldOperand, RowPredicate } from './row-predicate.ts'
import { childrenOf, isVariable, parsePlainly } from '../expressions/syntax-tree.ts'

/** Why an expression cannot select rows; `node` is the offending part of the source. */
export interface TranslationIssue {
  node: string
  /** Zero-based, within the expression. */
  start: number
  end: number
  message: string
}

/** A row expression that is not bound to a user yet: translate once per type, bind per request. */
export interface RowTemplate {
  bind(constants: Record<string, unknown>, evaluator: ExpressionEvaluator): RowPredicate
}

export type Translation = { ok: true; template: RowTemplate } | { ok: false; issue: TranslationIssue }

export interface RowScope {
  /** The type whose records are selected. */
  manifest: KnownType
  /** The variable by which the expression reads a record; every other name is a constant. */
  variable: 'doc' | 'row'
}

/** Thrown by `translateRows`. Loading reports the same problem as an issue, so at run time it is a defect. */
export class UntranslatableError extends Error {
  readonly issue: TranslationIssue
  constructor(issue: TranslationIssue) {
    super(`${issue.message} (${issue.node})`)
    this.name = 'UntranslatableError'
    this.issue = issue
  }
}

type Constants = Record<string, unknown>
type Binder = (constants: Constants, evaluator: ExpressionEvaluator) => RowPredicate
type Constant = (constants: Constants, evaluator: ExpressionEvaluator) => unknown
type Scalar = string | number | boolean

const FLIPPED: Record<Comparison, Comparison> = { '=': '=', '<>': '<>', '<': '>', '<=': '>=', '>': '<', '>=': '<=' }
const NEGATED: Record<Comparison, Comparison> = { '=': '<>', '<>': '=', '<': '>=', '<=': '>', '>': '<=', '>=': '<' }
const COMPARISONS: Partial<Record<string, Comparison>> = { '==': '=', '!=': '<>', '<': '<', '<=': '<=', '>': '>', '>=': '>=' }
const TEXT_TESTS = ['contains', 'startsWith', 'endsWith'] as const

/** Checks that an expression can select rows in the database, and prepares it. Never throws. */
export function compileRows(expression: string, scope: RowScope): Translation {
  try {
    const bind = new Translator(expression, scope).predicate(parsePlainly(expression), false)
    return { ok: true, template: { bind } }
  } catch (error) {
    if (error instanceof UntranslatableError) return { ok: false, issue: error.issue }
    return { ok: false, issue: { node: expression, start: 0, end: expression.length, message: error instanceof Error ? error.message : String(error) } }
  }
}

/**
 * The rows for which a CEL expression is true, as a predicate that the store renders to SQL.
 * @param input.constants values of every name except the record's: user, settings, company, today (and doc for a lookup).
 * @throws UntranslatableError naming the node and the reason.
 */
export function translateRows(expression: string, input: RowScope & { constants: Constants; evaluator: ExpressionEvaluator }): RowPredicate {
  const translation = compileRows(expression, input)
  if (!translation.ok) throw new UntranslatableError(translation.issue)
  return translation.template.bind(input.constants, input.evaluator)
}

/**
 * Walks the syntax tree. Negation is pushed down to the leaves, so that a term CEL cannot evaluate (a constant that fails) may be rendered
 * as `never` anywhere: without a `not` above it, neither-true-nor-false and false both deny. A term over an empty field has the result that
 * it has for the neutral value of the field's type; if that is true, the rows without the field are added to the term.
 */
class Translator {
  readonly #source: string
  readonly #scope: RowScope
  readonly #reads = new Map<ASTNode, boolean>()

  constructor(source: string, scope: RowScope) {
    this.#source = source
    this.#scope = scope
  }

  predicate(node: ASTNode, negated: boolean): Binder {
    if (!this.#readsRecord(node)) return this.#constantTruth(node, negated)
    switch (node.op) {
      case '&&': case '||': {
        const left = this.predicate(node.args[0], negated)
        const right = this.predicate(node.args[1], negated)
        const join = (node.op === '&&') === negated ? anyOf : allOf
        return (constants, evaluator) => join([left(constants, evaluator), right(constants, evaluator)])
      }
      case '!_': return this.predicate(node.args, !negated)
      case '==': case '!=': case '<': case '<=': case '>': case '>=': return this.#comparison(node, node.args, COMPARISONS[node.op]!, negated)
      case 'in': return this.#membership(node, node.args, negated)
      case 'call': return node.args[0] === 'ifEmpty' ? this.#bareBoolean(node, negated) : this.#presence(node, node.args[0], node.args[1], negated)
      case 'rcall': return this.#textTest(node, node.args, negated)
      case '.': return this.#bareBoolean(node, negated)
      case '?:': return this.#refuse(node, 'A choice (a ? b : c) cannot select rows; write it with && and ||.')
      default: return this.#refuse(node, 'This cannot select rows in the database.')
    }
  }

  #comparison(node: ASTNode, [left, right]: [ASTNode, ASTNode], op: Comparison, negated: boolean): Binder {
    const [recordSide, constantSide, direct] = this.#readsRecord(left) ? [left, right, op] : [right, left, FLIPPED[op]]
    if (this.#readsRecord(constantSide)) return this.#refuse(node, 'Both sides read the record; compare a field with a value that does not depend on it.')
    const effective = negated ? NEGATED[direct] : direct
    const { field, empty } = this.#operand(recordSide)
    this.#checkLiteral(node, constantSide, field)
    const constant = this.#constant(constantSide)
    return (constants, evaluator) => {
      const value = asScalar(constant(constants, evaluator), field)
      if (value === undefined) return NEVER
      return orEmpty({ kind: 'compare', op: effective, field, value }, field, holdsForEmpty(empty(constants, evaluator), field, (emptyValue) => compareScalars(emptyValue, effective, value)))
    }
  }

  #membership(node: ASTNode, [item, list]: [ASTNode, ASTNode], negated: boolean): Binder {
    if (this.#readsRecord(list)) return this.#inclusion(node, item, list, negated)
    const { field, empty } = this.#operand(item)
    if (isAssignedList(list)) {
      if (field.role !== 'key') return this.#refuse(node, `user.assigned holds keys; write ${this.#scope.variable}.${this.#scope.manifest.key} in user.assigned.`)
      return this.#assigned(negated)
    }
    if (field.type === 'boolean') return this.#refuse(node, 'A yes/no field is compared with true or false, not searched for in a list.')
    const constant = this.#constant(list)
    return (constants, evaluator) => {
      const found = constant(constants, evaluator)
      if (!Array.isArray(found) && !(found instanceof Set)) return NEVER
      const values = [...found].map((value) => asScalar(value, field)).filter((value): value is string | number => typeof value === field.type)
      if (values.length === 0) return negated ? ALWAYS : NEVER
      return orEmpty(maybeNot({ kind: 'in', field, values }, negated), field, holdsForEmpty(empty(constants, evaluator), field, (emptyValue) => values.some((value) => value === emptyValue) !== negated))
    }
  }

  /** `text in row.texts` */
  #inclusion(node: ASTNode, item: ASTNode, list: ASTNode, negated: boolean): Binder {
    const name = this.#fieldName(list)
    const field = name === undefined || !Object.hasOwn(this.#scope.manifest.shape.fields, name) ? undefined : this.#scope.manifest.shape.fields[name]
    if (this.#readsRecord(item) || field?.type !== 'array' || field.line !== undefined) {
      return this.#refuse(node, 'In a list inside the record only texts can be searched, for a value from outside it.')
    }
    const constant = this.#constant(item)
    return (constants, evaluator) => {
      const value = constant(constants, evaluator)
      const texts = { name: field.name, role: 'data' as const, type: 'string' as const }
      return typeof value === 'string' ? orEmpty(maybeNot({ kind: 'includes', field: texts, value }, negated), texts, negated) : NEVER
    }
  }

  #assigned(negated: boolean): Binder {
    return (constants) => {
      const rows = assignedRows(constants['user'])
      return rows.kind === 'never' ? rows : maybeNot(rows, negated)
    }
  }

  #presence(node: ASTNode, name: string, args: ASTNode[], negated: boolean): Binder {
    const [only] = args
    if ((name !== 'has' && name !== 'isEmpty') || only === undefined || args.length !== 1) {
      return this.#refuse(node, `The database cannot evaluate ${name}() of a field.`)
    }
    if (name === 'isEmpty') return this.#refuse(node, 'Write !has(…) instead of isEmpty(…) to select rows.')
    const field = this.#field(only)
    if (field.role === 'key' || field.role === 'state') return () => (negated ? NEVER : ALWAYS)
    return () => maybeNot({ kind: 'has', field }, negated)
  }

  #textTest(node: ASTNode, [method, target, args]: [string, ASTNode, ASTNode[]], negated: boolean): Binder {
    const kind = TEXT_TESTS.find((one) => one === method)
    const [only] = args
    if (kind === undefined || only === undefined || args.length !== 1) return this.#refuse(node, `The database cannot evaluate .${method}().`)
    if (!this.#readsRecord(target) || this.#readsRecord(only)) return this.#refuse(node, `.${method}() takes a field before it and a constant text in brackets.`)
    const field = this.#field(target)
    if (field.type !== 'string') return this.#refuse(node, `${field.name} is no text.`)
    const constant = this.#constant(only)
    return (constants, evaluator) => {
      const value = constant(constants, evaluator)
      return typeof value === 'string' ? orEmpty(maybeNot({ kind, field, value }, negated), field, (value === '') !== negated) : NEVER
    }
  }

  #bareBoolean(node: ASTNode, negated: boolean): Binder {
    const { field, empty } = this.#operand(node)
    if (field.type !== 'boolean') return this.#refuse(node, `${field.name} is not yes/no; compare it with a value.`)
    const compared: RowPredicate = { kind: 'compare', op: '=', field, value: !negated }
    return (constants, evaluator) => orEmpty(compared, field, holdsForEmpty(empty(constants, evaluator), field, (emptyValue) => emptyValue === !negated))
  }

  /**
   * A field, and its replacement where it is empty: the second argument of ifEmpty(field, value), otherwise the neutral value of its type.
   */
  #operand(node: ASTNode): { field: FieldOperand; empty: Constant } {
    if (node.op === 'call' && node.args[0] === 'ifEmpty') {
      const [value, otherwise] = node.args[1]
      if (value !== undefined && otherwise !== undefined && !this.#readsRecord(otherwise)) {
        const field = this.#field(value)
        return { field, empty: this.#constant(otherwise) }
      }
    }
    const field = this.#field(node)
    return { field, empty: () => NEUTRAL[field.type] }
  }

  #field(node: ASTNode): FieldOperand {
    const name = this.#fieldName(node)
    if (name === undefined) return this.#refuse(node, `Only fields of the record itself (${this.#scope.variable}.<field>) can select rows.`)
    const { manifest } = this.#scope
    const operand = fieldOperand(manifest, name)
    if (operand !== undefined) return operand
    return this.#refuse(node, Object.hasOwn(manifest.shape.fields, name) ? `${name} holds several values and cannot select rows.` : `${manifest.id} has no field ${name}.`)
  }

  #fieldName(node: ASTNode): string | undefined {
    if (node.op === '.') return isVariable(node.args[0], this.#scope.variable) ? node.args[1] : undefined
    if (node.op !== '[]' || !isVariable(node.args[0], this.#scope.variable)) return undefined
    const index = node.args[1]
    return index.op === 'value' && typeof index.args === 'string' ? index.args : undefined
  }

  #checkLiteral(node: ASTNode, constant: ASTNode, field: FieldOperand): void {
    if (constant.op !== 'value') return
    const literal = typeof constant.args === 'bigint' ? Number(constant.args) : constant.args
    if (literal === null) return this.#refuse(node, `Use has(${this.#scope.variable}.${field.name}) instead of comparing with null.`)
    if (typeof literal !== field.type) return this.#refuse(node, `${field.name} is a ${field.type} and is compared with a ${typeof literal}.`)
  }

  #constantTruth(node: ASTNode, negated: boolean): Binder {
    if (node.op === 'value') return () => (node.args === !negated ? ALWAYS : NEVER)
    const constant = this.#constant(node)
    return (constants, evaluator) => (constant(constants, evaluator) === !negated ? ALWAYS : NEVER)
  }

  /**
   * A value that does not depend on the record. An empty value is read as the neutral value of its type. If the user has no such value, the
   * comparison selects nothing.
   */
  #constant(node: ASTNode): Constant {
    if (node.op === 'value') {
      const literal = typeof node.args === 'bigint' ? Number(node.args) : node.args
      return () => literal
    }
    if (node.op === 'list' && node.args.every(({ op }) => op === 'value')) {
      const items = node.args.map((item) => this.#constant(item))
      return (constants, evaluator) => items.map((item) => item(constants, evaluator))
    }
    // Not the slice of the source: a node's range omits brackets around its first operand. Wrapped in a list, because an empty value that
    // is only passed on would stay empty.
    const source = `[${serialize(node)}][0]`
    return (constants, evaluator) => evaluator.value(source, constants)
  }

  /** Cached, because it is called for every node at every level above it. */
  #readsRecord(node: ASTNode): boolean {
    const known = this.#reads.get(node)
    if (known !== undefined) return known
    let reads = isVariable(node, this.#scope.variable)
    for (const child of childrenOf(node)) reads = this.#readsRecord(child) || reads
    this.#reads.set(node, reads)
    return reads
  }

  #text(node: ASTNode): string {
    return this.#source.slice(node.start, node.end)
  }

  #refuse(node: ASTNode, message: string): never {
    throw new UntranslatableError({ node: this.#text(node), start: node.start, end: node.end, message })
  }
}

const NEUTRAL = { string: '', number: 0, boolean: false } as const

/** Whether a term is true for a record without the field, given the field's replacement value. */
function holdsForEmpty(emptyValue: unknown, field: FieldOperand, holds: (value: Scalar) => boolean): boolean {
  const value = asScalar(emptyValue, field)
  return value !== undefined && holds(value)
}

/** The term, plus the records without the field if it is true for these as well. Every stored record has a key and a state. */
function orEmpty(term: RowPredicate, field: FieldOperand, holds: boolean): RowPredicate {
  return holds && field.role !== 'key' && field.role !== 'state' ? anyOf([term, { kind: 'not', term: { kind: 'has', field } }]) : term
}

function isAssignedList(node: ASTNode): boolean {
  return node.op === '.' && node.args[1] === 'assigned' && isVariable(node.args[0], 'user')
}

function maybeNot(term: RowPredicate, negated: boolean): RowPredicate {
  return negated ? { kind: 'not', term } : term
}

function asScalar(value: unknown, field: FieldOperand): Scalar | undefined {
  const plain = typeof value === 'bigint' ? Number(value) : value
  if (typeof plain !== 'string' && typeof plain !== 'number' && typeof plain !== 'boolean') return undefined
  return typeof plain === field.type ? plain : undefined
}

/** The records on whose approval the user is or was, or decides for somebody who is. */
export function assignedRows(user: unknown): RowPredicate {
  const actor = approverName(user)
  return actor === undefined ? NEVER : { kind: 'assigned', actor, ...asDelegate(user) }
}

/**
 * The part of a predicate that names whose entries the user may decide as a delegate, and with which roles; empty for a user who is
 * nobody's delegate.
 */
export function asDelegate(user: unknown): { asDelegate?: { delegations: Delegation[]; roles: string[] } } {
  const { delegations = [], roles = [] } = (user ?? {}) as { delegations?: Delegation[]; roles?: string[] }
  return delegations.length === 0 ? {} : { asDelegate: { delegations, roles } }
}

/** How approval entries name a person: the employee number, or `user:<id>` for people without one. */
function approverName(user: unknown): string | undefined {
  if (typeof user !== 'object' || user === null) return undefined
  const { employee, id } = user as { employee?: unknown; id?: unknown }
  if (typeof employee === 'string' && employee !== '') return employee
  return typeof id === 'string' ? `user:${id}` : undefined
}
