import { compileType } from './compile-type.ts'
import type { CompiledType, Engine } from './compiled-type.ts'
import type { FunctionRegistry, OnRuleError } from './expressions/functions.ts'
import type { KnownRecords } from './expressions/known-records.ts'
import { Language } from './expressions/language.ts'
import type { Catalogue, ResolvedDocumentType } from './manifest/resolve/resolved.ts'

/** Asked for a document type that the catalogue does not hold. */
export class UnknownTypeError extends Error {
  readonly type: string
  constructor(type: string) {
    super(`There is no document type “${type}”.`)
    this.name = 'UnknownTypeError'
    this.type = type
  }
}

/**
 * The engine over a checked catalogue: each type compiled when first asked for, then kept.
 * @param onRuleError hears of every expression that failed while it was asked; the rule denied.
 * @throws Error when a function's signature cannot be read.
 */
export function createEngine(catalogue: Catalogue, functions: FunctionRegistry = {}, onRuleError: OnRuleError = () => undefined): Engine {
  const language = new Language(catalogue, functions)
  return engineOver(catalogue, language.records, (type) => compileType(type, language, onRuleError))
}

/** An engine whose types are compiled as it is told, each when first asked for. */
export function engineOver(catalogue: Catalogue, records: KnownRecords, compile: (type: ResolvedDocumentType) => CompiledType): Engine {
  const compiled = new Map<string, CompiledType>()
  const has = (id: string): boolean => Object.hasOwn(catalogue.types, id)
  return {
    catalogue,
    records,
    has,
    type(id) {
      if (!has(id)) throw new UnknownTypeError(id)
      let type = compiled.get(id)
      if (type === undefined) compiled.set(id, (type = compile(catalogue.types[id]!)))
      return type
    },
  }
}
