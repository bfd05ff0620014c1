import { compileType } from './compile-type.ts'
import type { CompiledType, Engine } from './compiled-type.ts'
import type { FunctionRegistry, OnRuleError } from './expressions/functions.ts'
import type { KnownRecords } from './expressions/known-records.ts'
import { Language } from './expressions/language.ts'
import type { Catalogue, ResolvedDocumentType } from './manifest/resolve/resolved.ts'

/** Thrown for a document type that the catalogue does not contain. */
export class UnknownTypeError extends Error {
  readonly type: string
  constructor(type: string) {
    super(`There is no document type “${type}”.`)
    this.name = 'UnknownTypeError'
    this.type = type
  }
}

/**
 * The engine over a checked catalogue. Each type is compiled on first use and then kept.
 * @param onRuleError is called for every expression that fails when it is evaluated; the rule then denies.
 * @throws Error if a function's signature cannot be parsed.
 */
export function createEngine(catalogue: Catalogue, functions: FunctionRegistry = {}, onRuleError: OnRuleError = () => undefined): Engine {
  const language = new Language(catalogue, functions)
  return engineOver(catalogue, language.records, (type) => compileType(type, language, onRuleError))
}

/** An engine that compiles each type with `compile` on first use. */
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
