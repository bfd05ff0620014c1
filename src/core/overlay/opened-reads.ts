/**
 * What an overlay would disclose of records. The server evaluates an expression for any user, so an expression bypasses the permissions of
 * what it reads. Therefore the expressions, texts, lists and lookups of an overlay may read only what everybody who may see the type may
 * read anyway.
 */
import { EVERYONE } from '../access/built-in-roles.ts'
import { isNarrower, isWithin } from '../access/implied-rows.ts'
import { grantsOf } from '../access/permitted-rows.ts'
import { recordRead } from '../document/referred.ts'
import { dependenciesOf, type ReadPath } from '../expressions/dependencies.ts'
import type { Catalogue, ResolvedDocumentType, ResolvedLookup, ResolvedPermission, ResolvedShape } from '../manifest/resolve/resolved.ts'
import { figuresOf, isDisclosed } from './disclosed-lookups.ts'
import { disclosesValue, readsOfText, targetOf, textsOf, type PlacedText } from './placed-texts.ts'
import { isInternal, isRedacted } from './redacted-paths.ts'

/** A field that is read from records of a type, or their number if there is no path. */
interface Reached { type: ResolvedDocumentType; path: string | undefined; /** Which rows are reached, as a condition on `row` and `doc`. */ where: string }

/** What tells what is read, and who may read it. */
type Readable = Pick<Catalogue, 'types' | 'settings' | 'organisation'>

const ALL = 'true'
/** Stands for the record itself, instead of a condition. */
const OWN = 'own'

/**
 * Why the type with an overlay would disclose something to people who may not read it; undefined if it would not.
 * @param catalogue the types that are read
 * @param before the type as the base has it
 */
export function whyOpens(catalogue: Readable, before: ResolvedDocumentType, after: ResolvedDocumentType): string | undefined {
  for (const lookup of Object.values(after.lookups)) {
    if (JSON.stringify(before.lookups[lookup.name]) === JSON.stringify(lookup)) continue
    const why = whyNoFigure(catalogue, lookup, before, after) ?? (lookup.exposed === true ? whyNotDisclosed(catalogue, lookup, before, after, ['lookups', lookup.name, 'exposed']) : undefined)
    if (why !== undefined) return why
  }
  for (const text of textsOf(after, before, [])) {
    const why = whyNoText(catalogue, text, before, after)
    if (why !== undefined) return why
  }
  return undefined
}

function whyNoText(catalogue: Readable, place: PlacedText, before: ResolvedDocumentType, after: ResolvedDocumentType): string | undefined {
  const readByBase = new Set((place.before === undefined ? [] : readsOfText(place.before, after)).map((read) => read.join('.')))
  const gives = disclosesValue(place.path, after)
  for (const read of readsOfText(place.text, after)) {
    if (readByBase.has(read.join('.'))) continue
    const secret = secretSetting(catalogue.settings, read)
    if (secret !== undefined) return `the setting "${secret}" is a secret and never disclosed`
    for (const name of figuresOf(read, after)) {
      const lookup = after.lookups[name]
      const why = lookup === undefined ? undefined : whyNotDisclosed(catalogue, lookup, before, after, place.path)
      if (why !== undefined) return why
    }
    for (const reached of [...reachedBy(catalogue, place, read, after), ...(gives ? ofActor(catalogue, read) : [])]) {
      const why = reached.type === after && reached.where === OWN ? whyRedactedHere(place, reached, gives, after) : whyClosed(reached, readersOf(after))
      if (why !== undefined) return why
    }
  }
  return undefined
}

function secretSetting(settings: Catalogue['settings'], [root, group, name]: ReadPath): string | undefined {
  if (root !== 'settings') return undefined
  for (const [id, { fields }] of Object.entries(settings)) {
    if (group !== undefined && group !== '*' && group !== id) continue
    const secret = Object.values(fields).find((field) => field.internal && (name === undefined || name === '*' || name === field.name))
    if (secret !== undefined) return `${id}.${secret.name}`
  }
  return undefined
}

/** The fields, of this type and of others, that a path of an expression reaches. */
function* reachedBy(catalogue: Pick<Catalogue, 'types'>, place: PlacedText, [root = '', ...names]: ReadPath, type: ResolvedDocumentType): Generator<Reached> {
  const found = new Set<string>()
  const into = (id: string | undefined, rest: string[], where: string): Generator<Reached> => {
    const other = id === undefined ? undefined : catalogue.types[id]
    return other === undefined ? nothing() : walk(catalogue, other, other.shape, '', rest, where, found)
  }
  if (root === 'doc' || root === 'prev' || root === 'self') yield* walk(catalogue, type, type.shape, '', names, OWN, found)
  if (root === 'self' || root === 'line') {
    for (const [name, { line }] of Object.entries(type.shape.fields)) if (line !== undefined) yield* walk(catalogue, type, line, `${name}.`, names, OWN, found)
  }
  if (root === 'option') yield* into(place.option, names, ALL)
  // What a lookup counts is checked for the lookup as a whole.
  if (root === 'row' && place.path[0] !== 'lookups') yield* into(place.row, names, place.path[0] === 'lists' ? place.text : ALL)
  if (root !== 'lists') return
  const [name, ...rest] = names
  for (const [list, { of, where }] of Object.entries(type.lists)) {
    if (name === undefined || name === '*' || name === list) yield* into(of, rest[0] === '*' ? rest.slice(1) : rest, where ?? ALL)
  }
}

/** What the actor's own record tells, where it becomes a value that others see. A condition tells it to nobody but themselves. */
function ofActor({ types, organisation: { employees } }: Readable, [root, name]: ReadPath): Reached[] {
  const type = types[employees?.type ?? '']
  if (root !== 'user' || employees === undefined || type === undefined) return []
  const told = { department: employees.department, grade: employees.grade }
  return Object.entries(told).flatMap(([own, path]) => (path !== undefined && (name === undefined || name === '*' || name === own) ? [{ type, path, where: ALL }] : []))
}

function* nothing(): Generator<Reached> { /* A type that does not exist is reported by the checks. */ }

function* walk(catalogue: Pick<Catalogue, 'types'>, type: ResolvedDocumentType, shape: ResolvedShape, prefix: string, names: string[], where: string, found: Set<string>): Generator<Reached> {
  const [name, ...rest] = names
  if (name === '#') {
    yield { type, path: undefined, where }
    return
  }
  if (name === undefined || name === '*') {
    if (found.has(`${type.id} ${prefix} ${where}`)) return
    found.add(`${type.id} ${prefix} ${where}`)
    for (const field of Object.values(shape.fields)) {
      yield { type, path: `${prefix}${field.name}`, where }
      if (field.line !== undefined) yield* walk(catalogue, type, field.line, `${field.name}.`, [], where, found)
      if (field.ref?.as !== undefined) yield* walk(catalogue, type, shape, prefix, [field.ref.as], where, found)
    }
    return
  }
  const field = Object.hasOwn(shape.fields, name) ? shape.fields[name] : undefined
  if (field?.line !== undefined) {
    yield rest[0] === '#' || rest.length > 1 ? { type, path: undefined, where } : { type, path: name, where }
    if (rest[0] !== '#') yield* walk(catalogue, type, field.line, `${name}.`, rest.slice(1), where, found)
  } else if (field !== undefined) yield { type, path: `${prefix}${name}`, where }
  const read = recordRead(shape, names)
  const other = catalogue.types[read?.to ?? '']
  if (read === undefined || other === undefined) return
  const { field: reference, path } = read
  yield { type, path: `${prefix}${reference.name}`, where }
  // Only for the document's own field is it known which record it refers to.
  const isKnown = where === OWN && prefix === '' && reference.type !== 'array'
  yield* walk(catalogue, other, other.shape, '', path, isKnown ? `row.${other.key} == doc.${reference.name}` : ALL, found)
}

/**
 * Why people who see the type may not read a field of other records; undefined if they may.
 * @param readers the roles whose people it is shown to
 */
function whyClosed({ type, path, where }: Reached, readers: readonly ResolvedPermission[]): string | undefined {
  if (readers.length === 0) return undefined
  const what = path === undefined ? `how many "${type.id}" there are` : `"${path}" of "${type.id}"`
  if (path !== undefined && isInternal(type, path)) return `${what} is never disclosed`
  const role = readers.find((grant) => !mayRead(grant, { type, path, where }))?.role
  return role === undefined ? undefined : `it would read ${what} for people with the role "${role}", who may not read that of every record it reaches`
}

/** The roles whose people see the type. */
function readersOf({ permissions }: ResolvedDocumentType): ResolvedPermission[] {
  return Object.values(permissions).filter(({ can }) => can.length > 0)
}

function mayRead({ role, rows }: ResolvedPermission, { type, path, where }: Reached): boolean {
  const grants = grantsOf(type, { roles: [...new Set([role, EVERYONE])] }).filter(({ can }) => can.includes('list') || can.includes('get'))
  return grants.some((grant) => (path === undefined || !isRedacted(grant.hide, path)) && isWithin(where === OWN ? ALL : where, rows, grant.rows))
}

/**
 * Why a value or a condition may not depend on a field of the record itself: users from whom that field is redacted would read it in
 * another field or in a text, or learn of it from what the condition allows.
 */
function whyRedactedHere({ path: textPath }: PlacedText, { path }: Reached, gives: boolean, type: ResolvedDocumentType): string | undefined {
  if (path === undefined) return undefined
  const target = gives ? targetOf(textPath, type) : undefined
  if (isInternal(type, path)) return !gives || target !== undefined && isInternal(type, target) ? undefined : `"${path}" is never disclosed`
  const grant = readersOf(type).find(({ hide }) => isRedacted(hide, path) && (target === undefined || !isRedacted(hide, target)))
  return grant === undefined ? undefined : `it would disclose "${path}", which is hidden from people with the role "${grant.role}"`
}

/**
 * Why a figure may not be evaluated: it counts records, or uses fields, that people who see the type may not read, and no lookup of the
 * base counts them already.
 */
function whyNoFigure(catalogue: Pick<Catalogue, 'types'>, lookup: ResolvedLookup, before: ResolvedDocumentType, after: ResolvedDocumentType): string | undefined {
  const counted = countedBy(catalogue, lookup)
  const countedByBase = Object.values(before.lookups).filter((other) => other.of === lookup.of && isNarrower(lookup.where, other.where)).flatMap((other) => countedBy(catalogue, other).map(({ path }) => path))
  for (const reached of counted) {
    const why = countedByBase.includes(reached.path) ? undefined : whyClosed(reached, readersOf(after))
    if (why !== undefined) return why
  }
  return undefined
}

/** What a figure depends on: how many rows there are, what is summed or compared, and what selects them. */
function countedBy({ types }: Pick<Catalogue, 'types'>, { name, of, field, by, per, where }: ResolvedLookup): Reached[] {
  const type = types[of]
  if (type === undefined) return []
  const condition: PlacedText = { path: ['lookups', name, 'where'], text: where, before: undefined }
  const selecting = dependenciesOf(where).filter(([root]) => root === 'row').flatMap(([, ...names]) => [...reachedBy({ types }, { ...condition, path: [], row: of }, ['row', ...names], type)])
  return [{ type, path: undefined, where }, ...[field, by, per].filter((path) => path !== undefined).map((path) => ({ type, path, where })), ...selecting.map((reached) => ({ ...reached, where: reached.type === type ? where : ALL }))]
}

/**
 * Why a figure may not be disclosed, rather than only tested: some people who would be shown it may not read what it counts, and the base
 * does not disclose it to them.
 * @param path where it would be shown
 */
function whyNotDisclosed(catalogue: Pick<Catalogue, 'types'>, lookup: ResolvedLookup, before: ResolvedDocumentType, after: ResolvedDocumentType, path: string[]): string | undefined {
  const target = targetOf(path, after)
  const isShown = ({ hide }: ResolvedPermission): boolean => target === undefined || (!isInternal(after, target) && !isRedacted(hide, target))
  const readers = readersOf(after).filter((grant) => isShown(grant) && !isDisclosed(lookup, grant, before, path))
  return countedBy(catalogue, lookup).map((reached) => whyClosed(reached, readers)).find((why) => why !== undefined)
}
