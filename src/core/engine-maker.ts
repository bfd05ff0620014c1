import { compileType } from './compile-type.ts'
import type { CompiledType, Engine } from './compiled-type.ts'
import { engineOver } from './engine.ts'
import type { OnRuleError } from './expressions/functions.ts'
import type { Language } from './expressions/language.ts'
import type { Languages } from './expressions/languages.ts'
import type { Catalogue, ResolvedDocumentType } from './manifest/resolve/resolved.ts'

/** Makes engines over the catalogues of one base. */
export interface EngineMaker {
  /** The engine over a catalogue, the same for the same one. @throws Error when a function's signature cannot be read. */
  engineOf(catalogue: Catalogue): Engine
  /** How many types were compiled until now, for all engines together. */
  compiled(): number
}

const asked = new WeakMap<Engine, Set<string>>()

/** The types that an engine was asked for until now. */
export function askedOf(engine: Engine): ReadonlySet<string> {
  return asked.get(engine) ?? new Set()
}

/**
 * Engines that share their compiled types: one is compiled again only where its own manifest is another, or what expressions
 * know of the records of any type. A type that resolving left as it was is the same object, by which this is told.
 * @param onRuleError hears of every expression that failed while it was asked; the rule denied.
 */
export function createEngineMaker(languages: Languages, onRuleError: OnRuleError): EngineMaker {
  const engines = new WeakMap<Catalogue, Engine>()
  const byLanguage = new WeakMap<Language, WeakMap<ResolvedDocumentType, CompiledType>>()
  let count = 0

  function compiledOf(type: ResolvedDocumentType, language: Language): CompiledType {
    const known = byLanguage.get(language) ?? new WeakMap<ResolvedDocumentType, CompiledType>()
    byLanguage.set(language, known)
    let compiled = known.get(type)
    if (compiled !== undefined) return compiled
    compiled = compileType(type, language, onRuleError)
    count += 1
    known.set(type, compiled)
    return compiled
  }

  function make(catalogue: Catalogue): Engine {
    const language = languages.of(catalogue)
    const ids = new Set<string>()
    const engine = engineOver(catalogue, language.records, (type) => {
      ids.add(type.id)
      return compiledOf(type, language)
    })
    engines.set(catalogue, engine)
    asked.set(engine, ids)
    return engine
  }

  return { engineOf: (catalogue) => engines.get(catalogue) ?? make(catalogue), compiled: () => count }
}
