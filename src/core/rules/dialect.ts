import { Environment, EvaluationError } from '@marcbachmann/cel-js'
import type { ASTNode } from '@marcbachmann/cel-js'
import { roundMoney, sumMoney } from '../money.ts'
import { addDays, daysBetween, hoursBetween, isDate } from './dates.ts'
import type { FunctionRegistry } from './functions.ts'
import { toPlain } from './record-view.ts'
import { RecordView } from './record-view.ts'

/** A function of the dialect, for the reference page and for editors. */
export interface DialectFunction { signature: string; description: string }

/** The functions every expression may call beside CEL's own. */
export const DIALECT_FUNCTIONS: DialectFunction[] = [
  { signature: 'sum(list<double>): double', description: 'The exact sum of amounts; in sum(doc.lines.map(l, l.amount)) lines without an amount count nothing.' },
  { signature: 'round2(double): double', description: 'Rounded to two decimals, half away from zero.' },
  { signature: 'days(string, string): double', description: 'Days from the first date to the second.' },
  { signature: 'addDays(string, double): string', description: 'The date so many days later.' },
  { signature: 'hours(string, string): double', description: 'Hours from the first moment to the second, with a fraction.' },
  { signature: 'monthOf(string): double', description: 'The month of a date, 1 to 12.' },
  { signature: 'yearOf(string): double', description: 'The year of a date.' },
  { signature: 'min(double, double): double', description: 'The smaller of two numbers.' },
  { signature: 'max(double, double): double', description: 'The larger of two numbers.' },
  { signature: 'isEmpty(dyn): bool', description: 'True for an empty field, an empty text and an empty list.' },
]

type Numeric = number | bigint

const ARITHMETIC: Record<string, (left: Numeric, right: Numeric) => number> = {
  '+': (left, right) => Number(left) + Number(right),
  '-': (left, right) => Number(left) - Number(right),
  '*': (left, right) => Number(left) * Number(right),
  '/': (left, right) => Number(left) / Number(right),
  '%': (left, right) => Number(left) % Number(right),
}

/** CEL with this language's functions and operators, and the modules' functions. Types and variables come on top. */
export function createDialect(functions: FunctionRegistry): Environment {
  const environment = new Environment({ unlistedVariablesAreDyn: false, enableOptionalTypes: true })
  registerOperators(environment)
  registerDialectFunctions(environment)
  for (const { signature, description, call } of Object.values(functions)) {
    const callPlain = (...args: unknown[]): unknown => toCel((call as (...plain: unknown[]) => unknown)(...args.map(toPlain)))
    environment.registerFunction(signature, callPlain, { description, async: false })
  }
  return environment
}

function registerOperators(environment: Environment): void {
  for (const [operator, handler] of Object.entries(ARITHMETIC)) {
    environment.registerOperator(`int ${operator} double: double`, handler)
    environment.registerOperator(`double ${operator} int: double`, handler)
  }
  environment.registerOperator('double % double: double', ARITHMETIC['%']!)
  environment.registerOperator('double == int', (left: Numeric, right: Numeric) => Number(left) === Number(right))
}

function registerDialectFunctions(environment: Environment): void {
  const sync = { async: false }
  const day = (date: string): string => {
    if (!isDate(date.slice(0, 10))) throw new RangeError(`“${date}” is no date`)
    return date.slice(0, 10)
  }
  environment.registerFunction('sum(ast): double', sumMacro as never, sync)
  environment.registerFunction('isEmpty(ast): bool', isEmptyMacro as never, sync)
  environment.registerFunction('round2(double): double', (amount: number) => roundMoney(amount), sync)
  environment.registerFunction('round2(int): double', (amount: bigint) => Number(amount), sync)
  environment.registerFunction('hours(string, string): double', (from: string, to: string) => hoursBetween(from, to), sync)
  environment.registerFunction('days(string, string): double', (from: string, to: string) => daysBetween(day(from), day(to)), sync)
  environment.registerFunction('addDays(string, double): string', (date: string, days: number) => addDays(day(date), days), sync)
  environment.registerFunction('addDays(string, int): string', (date: string, days: bigint) => addDays(day(date), Number(days)), sync)
  environment.registerFunction('monthOf(string): double', (date: string) => Number(day(date).slice(5, 7)), sync)
  environment.registerFunction('yearOf(string): double', (date: string) => Number(day(date).slice(0, 4)), sync)
  for (const [left, right] of [['double', 'double'], ['double', 'int'], ['int', 'double'], ['int', 'int']]) {
    environment.registerFunction(`min(${left}, ${right}): double`, (a: Numeric, b: Numeric) => Math.min(Number(a), Number(b)), sync)
    environment.registerFunction(`max(${left}, ${right}): double`, (a: Numeric, b: Numeric) => Math.max(Number(a), Number(b)), sync)
  }
}

interface CelType { kind: string; name: string; valueType?: CelType }
interface Checker { check(node: ASTNode, context: unknown): CelType; getType(name: string): CelType; createError(code: string, message: string, node: ASTNode): Error }
interface Evaluator { run(node: ASTNode, context: unknown): unknown; createError(code: string, message: string, node: ASTNode): Error }
interface MacroCall { ast: ASTNode & { setMeta(key: string, value: unknown): unknown }; args: ASTNode[] }

/**
 * A macro, because `doc.lines.map(l, l.amount)` as a plain argument would fail on the first line whose amount is still
 * empty, and because reading the field straight is several times faster.
 */
function sumMacro({ ast, args }: MacroCall): unknown {
  const argument = args[0]!
  const projection = fieldProjection(argument)
  return {
    typeCheck(checker: Checker, _macro: unknown, context: unknown): CelType {
      const type = checker.check(argument, context)
      const unlisted = type.kind === 'dyn' ? type : undefined
      const element = type.kind === 'list' ? type.valueType : unlisted
      if (element === undefined || !['double', 'int', 'dyn'].includes(element.kind === 'dyn' ? 'dyn' : element.name)) {
        throw checker.createError('no_matching_overload', `sum() adds up a list of numbers, got '${type.name}'`, argument)
      }
      ast.setMeta('async', false)
      return checker.getType('double')
    },
    evaluate(evaluator: Evaluator, _macro: unknown, context: unknown): number {
      if (projection !== undefined) {
        const lines = evaluator.run(projection.list, context)
        if (Array.isArray(lines)) return sumMoney(lines.map((line: unknown) => numberAt(line, projection.field)))
      }
      const values = evaluator.run(argument, context)
      if (!Array.isArray(values)) throw evaluator.createError('no_matching_overload', 'sum() adds up a list', argument)
      return sumMoney(values.map((value: unknown) => Number(value)))
    },
  }
}

/** The list and field of `list.map(x, x.field)`. */
function fieldProjection(node: ASTNode): { list: ASTNode; field: string } | undefined {
  if (node.op !== 'rcall' || node.args[0] !== 'map' || node.args[2].length !== 2) return undefined
  const [variable, body] = node.args[2]
  if (variable?.op !== 'id' || body?.op !== '.') return undefined
  return body.args[0].op === 'id' && body.args[0].args === variable.args ? { list: node.args[1], field: body.args[1] } : undefined
}

function numberAt(line: unknown, field: string): number {
  const value = (line as Record<string, unknown> | null)?.[field]
  return typeof value === 'number' ? value : 0
}

/** A macro, because reading an empty field is an error before any function sees it. */
function isEmptyMacro({ ast, args }: MacroCall): unknown {
  const argument = args[0]!
  return {
    typeCheck(checker: Checker, _macro: unknown, context: unknown): CelType {
      checker.check(argument, context)
      ast.setMeta('async', false)
      return checker.getType('bool')
    },
    evaluate(evaluator: Evaluator, _macro: unknown, context: unknown): boolean {
      try {
        return isEmptyValue(evaluator.run(argument, context))
      } catch (error) {
        if (error instanceof EvaluationError && error.code === 'no_such_key') return true
        throw error
      }
    },
  }
}

function isEmptyValue(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  if (value instanceof RecordView) return false
  if (typeof value === 'object' && 'hasValue' in value && typeof value.hasValue === 'function') return !(value.hasValue as () => boolean)()
  return false
}

function toCel(value: unknown): unknown {
  return value === undefined ? null : value
}
