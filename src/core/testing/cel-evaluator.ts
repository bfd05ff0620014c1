import { Environment } from '@marcbachmann/cel-js'
import type { ExpressionEvaluator } from '../expressions/evaluator.ts'

const environment = new Environment({ enableOptionalTypes: true, unlistedVariablesAreDyn: true, homogeneousAggregateLiterals: false })

/** CEL as it is, without the types of a manifest; an expression that fails is false or undefined. */
export const celEvaluator: ExpressionEvaluator = {
  test: (expression, variables) => evaluate(expression, variables) === true,
  value: (expression, variables) => evaluate(expression, variables),
}

function evaluate(expression: string, variables: Record<string, unknown>): unknown {
  try {
    const value: unknown = environment.evaluate(expression, variables)
    return value ?? undefined
  } catch {
    return undefined
  }
}
