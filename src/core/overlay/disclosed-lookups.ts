/** The figures that a type already discloses, and to whom. */
import type { ReadPath } from '../expressions/dependencies.ts'
import { isNarrower } from '../access/implied-rows.ts'
import type { ResolvedDocumentType, ResolvedLookup, ResolvedPermission } from '../manifest/resolve/resolved.ts'
import { disclosesValue, readsOfText, targetOf, textsOf } from './placed-texts.ts'
import { isInternal, isRedacted } from './redacted-paths.ts'

/** How the values and messages of a type disclose a lookup. */
interface Disclosure {
  /** The fields whose values are derived from it. */
  fields: string[]
  /** Whether a text shows it to everybody who sees the record, such as the message of a rule. */
  byText: boolean
  /** The roles that are shown it by a text of an action that they may take. */
  actors: string[]
  /** Whether people are shown the figure for themselves. */
  toOwn: boolean
}

/** The parts of a type whose texts everybody who sees a record may see; those of approvals and reminders reach some people only. */
const SHOWN_WITH_THE_RECORD = new Set(['rules', 'list', 'card', 'print', 'messages', 'title'])

const disclosures = new WeakMap<ResolvedDocumentType, ReadonlyMap<string, Disclosure>>()

function disclosedBy(type: ResolvedDocumentType): ReadonlyMap<string, Disclosure> {
  const known = disclosures.get(type)
  if (known !== undefined) return known
  const found = new Map(Object.values(type.lookups).map(({ name, exposed }): [string, Disclosure] => [name, { fields: [], byText: false, actors: [], toOwn: exposed === true }]))
  for (const { path, text } of textsOf(type, undefined, [])) {
    if (!disclosesValue(path, type)) continue
    const target = targetOf(path, type)
    for (const name of readsOfText(text, type).flatMap((read) => figuresOf(read, type))) {
      const disclosure = found.get(name)
      if (disclosure === undefined) continue
      if (isForReader(path)) disclosure.toOwn = true
      else if (target !== undefined) disclosure.fields.push(...(isInternal(type, target) ? [] : [target]))
      else if (path[0] === 'actions') disclosure.actors.push(...(path.includes('posts') ? [] : type.actions[path[1] ?? '']?.who ?? []))
      else disclosure.byText ||= SHOWN_WITH_THE_RECORD.has(path[0] ?? '')
    }
  }
  disclosures.set(type, found)
  return found
}

/**
 * Whether a type shows a figure, or one that includes it, to people with a role. It shows a figure to those only who see every field that
 * is derived from it: another field may show it in part.
 * @param path where it would be shown
 */
export function isDisclosed(lookup: ResolvedLookup, { role, hide }: ResolvedPermission, type: ResolvedDocumentType, path: string[]): boolean {
  return [...disclosedBy(type)].some(([name, { fields, byText, actors, toOwn }]) => {
    if (!includes(type.lookups[name], lookup)) return false
    if (toOwn && isForReader(path)) return true
    return (byText || fields.length > 0 || actors.includes(role)) && !fields.some((field) => isRedacted(hide, field))
  })
}

/** Figures above a list, and lookups with `exposed`, are evaluated for the person who reads them. */
function isForReader([first, second, third]: string[]): boolean {
  return (first === 'list' && second === 'figures') || (first === 'lookups' && third === 'exposed')
}

function includes(one: ResolvedLookup | undefined, lookup: ResolvedLookup): boolean {
  if (one === undefined) return false
  return one.name === lookup.name || (one.of === lookup.of && isSameFigure(one, lookup) && isNarrower(lookup.where, one.where))
}

function isSameFigure(lookup: ResolvedLookup, other: ResolvedLookup): boolean {
  return lookup.figure === other.figure && lookup.field === other.field && lookup.by === other.by && lookup.per === other.per
}

/** The lookups that a path of an expression reads. */
export function figuresOf([root, name]: ReadPath, type: ResolvedDocumentType): string[] {
  if (root !== 'lookups') return []
  return name === undefined || name === '*' ? Object.keys(type.lookups) : [name]
}
