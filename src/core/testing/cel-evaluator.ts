import { Environment } from '@marcbachmann/cel-js'
import type { JsonObject } from '../document/json.ts'
import type { ExpressionEvaluator } from '../expressions/evaluator.ts'
import { Language, type Place } from '../expressions/language.ts'
import { viewRecord } from '../expressions/record-types.ts'
import { NO_HOST, toPlain } from '../expressions/record-view.ts'
import type { ResolvedDocumentType } from '../manifest/resolve/resolved.ts'

const environment = new Environment({ enableOptionalTypes: true, unlistedVariablesAreDyn: true, homogeneousAggregateLiterals: false })

/** Plain CEL, without the types of a manifest. An expression that fails gives false or undefined. */
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

/**
 * Like `celEvaluator`, but over records of a type and the user as expressions see them, as in a request; `row` is a second record, which a
 * lookup selects.
 */
export function recordEvaluator(manifest: ResolvedDocumentType): ExpressionEvaluator {
  const language = new Language({ types: { [manifest.id]: manifest }, settings: {} }, {})
  const place: Place = { at: 'lookup', of: manifest.id }
  const value = (expression: string, { doc, row, user, ...rest }: Record<string, unknown>): unknown => {
    try {
      const view = (record: unknown): unknown => viewRecord(language.types, manifest.id, (record ?? {}) as JsonObject, NO_HOST)
      const variables = { ...rest, doc: view(doc), row: view(row), user: new language.UserView((user ?? {}) as JsonObject, NO_HOST) }
      return toPlain(language.compile(manifest.id, place, expression).run(variables))
    } catch {
      return undefined
    }
  }
  return { value, test: (expression, variables) => value(expression, variables) === true }
}
