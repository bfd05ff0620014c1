import type { RequiredContext } from '../compiled-type.ts'
import { dependenciesOf } from '../expressions/dependencies.ts'
import { expressionsOf } from '../manifest/expressions-of.ts'
import type { ResolvedDocumentType, ResolvedRule } from '../manifest/resolved.ts'

/** What the expressions of a type read beside the document; with an action only those that checking a document for it evaluates. */
export function requiredContextOf(manifest: ResolvedDocumentType, action: string | undefined): RequiredContext {
  const lists = new Set<string>()
  const lookups = new Set<string>()
  let settings = false
  for (const { source, path: [part, name] } of expressionsOf(manifest)) {
    if (action !== undefined && part === 'rules' && !isAskedFor(manifest.rules[String(name)], action)) continue
    for (const [root, name] of dependenciesOf(source)) {
      if (root === 'settings') settings = true
      if (root === 'lists') for (const list of name === undefined ? Object.keys(manifest.lists) : [name]) lists.add(list)
      if (root === 'lookups') for (const lookup of name === undefined ? Object.keys(manifest.lookups) : [name]) lookups.add(lookup)
    }
  }
  const known = (names: Set<string>, declared: Record<string, unknown>): string[] => [...names].filter((name) => Object.hasOwn(declared, name))
  return { lists: known(lists, manifest.lists), lookups: known(lookups, manifest.lookups), settings }
}

/** Whether checking a document for the action evaluates the rule: fills are for people who enter, and `for` narrows what is demanded. */
function isAskedFor(rule: ResolvedRule | undefined, action: string): boolean {
  if (rule?.effect === 'fill') return false
  const isDemand = rule?.effect === 'check' || rule?.effect === 'required'
  return !isDemand || rule.for === undefined || rule.for.includes(action)
}
