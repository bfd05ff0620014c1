import { dependenciesOf } from '../expressions/dependencies.ts'
import type { ResolvedDocumentType, ResolvedField, ResolvedRule, RuleEffect } from '../manifest/resolve/resolved.ts'

/** Whether a rule of this effect refuses a document that does not satisfy it. */
export function isConstraint(effect: RuleEffect): boolean {
  return effect === 'check' || effect === 'min' || effect === 'max' || effect === 'unavailable' || effect === 'required'
}

/**
 * Names of the lookups that decide whether a document is accepted for the action: those read by its checks and demands, or by what computes
 * the fields that these read. `isAsked` selects the rules that are evaluated for the action.
 */
export function checkedFigures(manifest: ResolvedDocumentType, isAsked: (rule: ResolvedRule) => boolean): string[] {
  const lookups = Object.keys(manifest.lookups)
  if (lookups.length === 0) return []
  const rules = Object.values(manifest.rules).filter(isAsked)
  const figures = new Set<string>()
  const fields = new Set<string>()
  const follow = (sources: (string | undefined)[]): void => {
    for (const [root, ...names] of sources.flatMap((source) => (source === undefined ? [] : dependenciesOf(source)))) {
      if (root === 'lookups') for (const name of names[0] === undefined ? lookups : [names[0]]) figures.add(name)
      if (root === 'doc' || root === 'line' || root === 'self') names.forEach(followField)
    }
  }
  // By name alone: if a field of the header and one of a line share a name, both are followed.
  const followField = (name: string): void => {
    if (fields.has(name)) return
    fields.add(name)
    for (const { compute, computeWhile } of fieldsNamed(manifest, name)) follow([compute, computeWhile])
    for (const { on, effect, expression, when } of rules) if (effect === 'value' && on.at(-1) === name) follow([expression, when])
  }
  for (const { effect, expression, when, on } of rules) {
    if (!isConstraint(effect)) continue
    follow([expression, when])
    on.forEach(followField)
  }
  return lookups.filter((name) => figures.has(name))
}

function fieldsNamed({ shape }: ResolvedDocumentType, name: string): ResolvedField[] {
  return [shape, ...Object.values(shape.fields).flatMap(({ line }) => line ?? [])].flatMap(({ fields }) => (Object.hasOwn(fields, name) ? [fields[name]!] : []))
}
