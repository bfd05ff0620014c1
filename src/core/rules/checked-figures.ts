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
  if (Object.keys(manifest.lookups).length === 0) return []
  const rules = Object.values(manifest.rules).filter(isAsked)
  const constraints = rules.filter(({ effect }) => isConstraint(effect))
  return readThrough(manifest, rules, constraints.flatMap(({ expression, when }) => [expression, when]), constraints.flatMap(({ on }) => on)).lookups
}

/**
 * Names of the lookups and lists that the expressions read, and those that decide the fields: directly, or through what computes the fields
 * that these read, among them the values of `rules`.
 */
export function readThrough(manifest: ResolvedDocumentType, rules: readonly ResolvedRule[], sources: readonly (string | undefined)[], fields: readonly string[] = []): { lookups: string[]; lists: string[] } {
  const found = { lookups: new Set<string>(), lists: new Set<string>() }
  const followed = new Set<string>()
  const follow = (some: readonly (string | undefined)[]): void => {
    for (const [root, ...names] of some.flatMap((source) => (source === undefined ? [] : dependenciesOf(source)))) {
      if (root === 'lookups' || root === 'lists') for (const name of names[0] === undefined ? Object.keys(manifest[root]) : [names[0]]) found[root].add(name)
      if (root === 'doc' || root === 'line' || root === 'self') names.forEach(followField)
    }
  }
  // By name alone: if a field of the header and one of a line share a name, both are followed.
  const followField = (name: string): void => {
    if (followed.has(name)) return
    followed.add(name)
    for (const { compute, computeWhile } of fieldsNamed(manifest, name)) follow([compute, computeWhile])
    for (const { on, effect, expression, when } of rules) if (effect === 'value' && on.at(-1) === name) follow([expression, when])
  }
  follow(sources)
  fields.forEach(followField)
  return { lookups: Object.keys(manifest.lookups).filter((name) => found.lookups.has(name)), lists: Object.keys(manifest.lists).filter((name) => found.lists.has(name)) }
}

function fieldsNamed({ shape }: ResolvedDocumentType, name: string): ResolvedField[] {
  return [shape, ...Object.values(shape.fields).flatMap(({ line }) => line ?? [])].flatMap(({ fields }) => (Object.hasOwn(fields, name) ? [fields[name]!] : []))
}
