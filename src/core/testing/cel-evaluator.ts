import { Environment } from '@marcbachmann/cel-js'
import type { JsonObject } from '../document/json.ts'
import type { ExpressionEvaluator } from '../expressions/evaluator.ts'
import { Language } from '../expressions/language.ts'
import { viewRecord } from '../expressions/record-types.ts'
import { NO_HOST, toPlain } from '../expressions/record-view.ts'
import type { ResolvedDocumentType } from '../manifest/resolved.ts'

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

/** The same over records of a type as expressions see them, with the person as they are: what a request asks. */
export function recordEvaluator(manifest: ResolvedDocumentType): ExpressionEvaluator {
  const language = new Language({ types: { [manifest.id]: manifest }, settings: {} }, {})
  const value = (expression: string, { doc, user, ...rest }: Record<string, unknown>): unknown => {
    try {
      const variables = { ...rest, doc: viewRecord(language.types, manifest.id, (doc ?? {}) as JsonObject, NO_HOST), user: new language.UserView((user ?? {}) as JsonObject, NO_HOST) }
      return toPlain(language.compile(manifest.id, { at: 'header' }, expression).run(variables))
    } catch {
      return undefined
    }
  }
  return { value, test: (expression, variables) => value(expression, variables) === true }
}
