import { compileType } from './compile-type.ts'
import type { CompiledType, Engine } from './compiled-type.ts'
import { engineOver } from './engine.ts'
import type { OnRuleError } from './expressions/functions.ts'
import type { Language } from './expressions/language.ts'
import type { Languages } from './expressions/languages.ts'
import type { Catalogue, ResolvedDocumentType } from './manifest/resolve/resolved.ts'

/** Creates engines over the catalogues of one base. */
export interface EngineMaker {
  /** The engine over a catalogue; the same one for the same catalogue. @throws Error if a function's signature cannot be parsed. */
  engineOf(catalogue: Catalogue): Engine
  /** The number of types compiled so far, for all engines together. */
  compiled(): number
}

const requested = new WeakMap<Engine, Set<string>>()

/** The ids of the types that were requested of an engine so far. */
export function requestedTypes(engine: Engine): ReadonlySet<string> {
  return requested.get(engine) ?? new Set()
}

/**
 * Engines that share their compiled types: a type is compiled again only if its own manifest changed, or what expressions know about the
 * records of any type. Manifests are compared by identity, because the resolver keeps the object of a type that did not change.
 * @param onRuleError is called for every expression that fails when it is evaluated; the rule then denies.
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
    // Within the slice of the type, not within the first request that has rules to evaluate.
    compiled.prepare()
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
    requested.set(engine, ids)
    return engine
  }

  return { engineOf: (catalogue) => engines.get(catalogue) ?? make(catalogue), compiled: () => count }
}
