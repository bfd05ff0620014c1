import { EvaluationError } from '@marcbachmann/cel-js'
import type { ASTNode } from '@marcbachmann/cel-js'
import { sumMoney } from '../money.ts'
import { RecordView } from './record-view.ts'

interface CelType { kind: string; name: string; valueType?: CelType }
interface Checker { check(node: ASTNode, context: unknown): CelType; getType(name: string): CelType; createError(code: string, message: string, node: ASTNode): Error }
interface Evaluator { run(node: ASTNode, context: unknown): unknown; createError(code: string, message: string, node: ASTNode): Error }
interface MacroCall { ast: ASTNode & { setMeta(key: string, value: unknown): unknown }; args: ASTNode[] }

/**
 * `sum(list)`, exact to the cent. A macro, because `doc.lines.map(l, l.amount)` as a plain argument would fail on the first
 * line whose amount is still empty, and because reading the field straight is several times faster.
 */
export function sumMacro({ ast, args }: MacroCall): unknown {
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

/** `isEmpty(field)`. A macro, because reading an empty field is an error before any function sees it. */
export function isEmptyMacro({ ast, args }: MacroCall): unknown {
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
