/**
 * What an overlay would disclose of records. The server evaluates an expression for any user, so an expression bypasses the permissions of
 * what it reads. Therefore the expressions, texts, lists and lookups of an overlay may read only what everybody who may see the type may
 * read anyway.
 */
import { EVERYONE } from '../access/built-in-roles.ts'
import { isNarrower, isWithin } from '../access/implied-rows.ts'
import { grantsOf } from '../access/permitted-rows.ts'
import { dependenciesOf, type ReadPath } from '../expressions/dependencies.ts'
import type { Catalogue, ResolvedDocumentType, ResolvedLookup, ResolvedPermission, ResolvedShape } from '../manifest/resolve/resolved.ts'

/** A text of a resolved type, with its surroundings. */
interface PlacedText {
  path: string[]
  text: string
  /** The text of the base in the same place. */
  before: string | undefined
  /** The types of the records in `row` and in `option`. */
  row?: string
  option?: string
}

/** A field that is read from records of a type, or their number if there is no path. */
interface Reached { type: ResolvedDocumentType; path: string | undefined; /** Which rows are reached, as a condition on `row` and `doc`. */ where: string }

/** The lookups that the base's own values and messages disclose. */
type DisclosedLookups = ReadonlySet<string>

const ALL = 'true'
/** Keys without expressions: created by the engine, or names of routes and files. */
const NO_TEXTS = new Set(['hash', 'endpoints', 'id', 'module'])
/** Keys that hold conditions, which disclose no value. */
const CONDITIONS = new Set(['when', 'where', 'rows', 'options', 'check', 'requiredWhen', 'computeWhile', 'comments', 'except'])
const CONDITIONS_OF_RULES = new Set(['visible', 'enabled', 'required', 'check'])

/**
 * Why the type with an overlay would disclose something to people who may not read it; undefined if it would not.
 * @param catalogue the types that are read
 * @param before the type as the base has it
 */
export function whyOpens(catalogue: Pick<Catalogue, 'types' | 'settings'>, before: ResolvedDocumentType, after: ResolvedDocumentType): string | undefined {
  for (const lookup of Object.values(after.lookups)) {
    if (JSON.stringify(before.lookups[lookup.name]) === JSON.stringify(lookup)) continue
    const why = whyNoFigure(catalogue, lookup, before, after) ?? (lookup.exposed === true ? whyNotDisclosed(catalogue, lookup, before, after) : undefined)
    if (why !== undefined) return why
  }
  for (const text of textsOf(after, before, [])) {
    const why = whyNoText(catalogue, text, before, after)
    if (why !== undefined) return why
  }
  return undefined
}

function whyNoText(catalogue: Pick<Catalogue, 'types' | 'settings'>, place: PlacedText, before: ResolvedDocumentType, after: ResolvedDocumentType): string | undefined {
  const readByBase = new Set((place.before === undefined ? [] : readsOfText(place.before, after)).map((read) => read.join('.')))
  const gives = givesValue(place.path, after)
  for (const read of readsOfText(place.text, after)) {
    if (readByBase.has(read.join('.'))) continue
    const secret = secretSetting(catalogue.settings, read)
    if (secret !== undefined) return `the setting "${secret}" is a secret and never disclosed`
    for (const name of gives ? figuresOf(read, after) : []) {
      const lookup = after.lookups[name]
      const why = lookup === undefined ? undefined : whyNotDisclosed(catalogue, lookup, before, after)
      if (why !== undefined) return why
    }
    for (const reached of reachedBy(catalogue, place, read, after)) {
      const why = reached.type === after && reached.where === OWN ? whyRedactedHere(place, reached, gives, after) : whyClosed(reached, after)
      if (why !== undefined) return why
    }
  }
  return undefined
}

/** Stands for the record itself, instead of a condition. */
const OWN = 'own'

/** Every text that the base does not have in the same place. */
function* textsOf(value: unknown, before: unknown, path: string[], around: Pick<PlacedText, 'row' | 'option'> = {}): Generator<PlacedText> {
  if (typeof value === 'string') {
    if (value !== before) yield { ...around, path, text: value, before: typeof before === 'string' ? before : undefined }
    return
  }
  if (typeof value !== 'object' || value === null || value === before) return
  if (Array.isArray(value)) {
    const others = Array.isArray(before) ? (before as unknown[]) : []
    const unchanged = new Set(others.map((item) => JSON.stringify(item)))
    for (const item of value as unknown[]) if (!unchanged.has(JSON.stringify(item))) yield* textsOf(item, namesake(item, others), [...path, '*'], around)
    return
  }
  const { of, to, ref } = value as { of?: unknown; to?: unknown; ref?: { to?: unknown } }
  const inner = {
    ...around,
    ...(typeof of === 'string' && ['lists', 'lookups'].includes(path[0] ?? '') && { row: of }), ...(typeof to === 'string' && path.includes('posts') && { row: to }),
    ...(typeof ref?.to === 'string' && { option: ref.to }),
  }
  for (const [key, item] of Object.entries(value)) {
    if (path.length === 0 && NO_TEXTS.has(key)) continue
    yield* textsOf(item, typeof before === 'object' && before !== null && Object.hasOwn(before, key) ? (before as Record<string, unknown>)[key] : undefined, [...path, key], inner)
  }
}

/** The step of an approval with the same id; steps move when another is inserted between them. */
function namesake(item: unknown, others: unknown[]): unknown {
  const { id } = (typeof item === 'object' && item !== null ? item : {}) as { id?: unknown }
  return id === undefined ? undefined : others.find((other) => (other as { id?: unknown }).id === id)
}

/** Matches any text that reads something; most texts are captions and names. */
const READING = /\b(?:doc|prev|self|line|option|row|lists|lookups|settings)\b|\{/

/** What a text reads as an expression, and what the `{name}` in it reads. */
function readsOfText(text: string, type: ResolvedDocumentType): ReadPath[] {
  if (!READING.test(text)) return []
  const named = [...text.matchAll(/\{+([^{}]+)\}+/g)].flatMap(([, inner = '']) => dependenciesOf(inner.trim()))
  // A message names fields of the document, and of its line, without a variable.
  const ofRecord = named.map((read) => (isFieldName(type, read[0] ?? '') ? ['self', ...read] : read))
  return [...dependenciesOf(text), ...ofRecord]
}

function isFieldName({ shape }: ResolvedDocumentType, name: string): boolean {
  return [shape, ...linesOf(shape)].some(({ fields }) => Object.hasOwn(fields, name) || Object.values(fields).some(({ ref }) => ref?.as === name))
}

const linesOf = ({ fields }: ResolvedShape): ResolvedShape[] => Object.values(fields).flatMap(({ line }) => line ?? [])

/** Whether the result of the text is shown or stored, rather than only tested. */
function givesValue(path: string[], type: ResolvedDocumentType): boolean {
  const last = path.at(-1) ?? ''
  if (path[0] === 'rules' && last === 'expression') return !CONDITIONS_OF_RULES.has(type.rules[path[1] ?? '']?.effect ?? '')
  // The picker shows the bound of a dialog's field.
  if (path[0] === 'actions' && path[2] === 'checks' && last === 'expression') return type.actions[path[1] ?? '']?.checks[path[3] ?? '']?.effect !== 'check'
  // An expression that selects filters or an approver does not disclose its value.
  if (path.includes('filtersWhen') || path.includes('approver')) return false
  return !CONDITIONS.has(last)
}

const disclosures = new WeakMap<ResolvedDocumentType, DisclosedLookups>()

/** The lookups that the base itself discloses, in values and messages. */
function disclosedBy(type: ResolvedDocumentType): DisclosedLookups {
  const known = disclosures.get(type)
  if (known !== undefined) return known
  const texts = [...textsOf(type, undefined, [])].filter(({ path }) => givesValue(path, type))
  const names = [...Object.values(type.lookups).filter((lookup) => lookup.exposed === true).map(({ name }) => name), ...texts.flatMap(({ text }) => readsOfText(text, type).flatMap((read) => figuresOf(read, type)))]
  const found = new Set(names)
  disclosures.set(type, found)
  return found
}

function figuresOf([root, name]: ReadPath, type: ResolvedDocumentType): string[] {
  if (root !== 'lookups') return []
  return name === undefined || name === '*' ? Object.keys(type.lookups) : [name]
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
  const reference = Object.values(shape.fields).find(({ ref }) => ref?.as === name)
  const other = catalogue.types[reference?.ref?.to ?? '']
  if (reference === undefined || other === undefined) return
  yield { type, path: `${prefix}${reference.name}`, where }
  // Only for the document's own field is it known which record it refers to.
  yield* walk(catalogue, other, other.shape, '', rest, where === OWN && prefix === '' ? `row.${other.key} == doc.${reference.name}` : ALL, found)
}

/** Why people who see the type may not read a field of other records; undefined if they may. */
function whyClosed({ type, path, where }: Reached, viewedType: ResolvedDocumentType): string | undefined {
  const what = path === undefined ? `how many "${type.id}" there are` : `"${path}" of "${type.id}"`
  if (path !== undefined && isInternal(type, path)) return `${what} is never disclosed`
  const role = Object.values(viewedType.permissions).find((grant) => grant.can.length > 0 && !mayRead(grant, { type, path, where }))?.role
  return role === undefined ? undefined : `it would read ${what} for people with the role "${role}", who may not read that of every record it reaches`
}

function mayRead({ role, rows }: ResolvedPermission, { type, path, where }: Reached): boolean {
  const grants = grantsOf(type, { roles: [...new Set([role, EVERYONE])] }).filter(({ can }) => can.includes('list') || can.includes('get'))
  return grants.some((grant) => (path === undefined || !isRedacted(grant.hide, path)) && isWithin(where === OWN ? ALL : where, rows, grant.rows))
}

/** A field of lines is redacted with the whole array. `walk` checks an array that is read whole field by field. */
function isRedacted(hide: readonly string[], path: string): boolean {
  return hide.some((hidden) => hidden === path || path.startsWith(`${hidden}.`))
}

function isInternal({ shape }: ResolvedDocumentType, path: string): boolean {
  const [first = '', second] = path.split('.')
  const field = shape.fields[first]
  return field?.internal === true || (second !== undefined && field?.line?.fields[second]?.internal === true)
}

/**
 * Why a value may not be derived from a field of the record itself: users from whom that field is redacted would read it in another field
 * or in a text.
 */
function whyRedactedHere({ path: textPath }: PlacedText, { path }: Reached, gives: boolean, type: ResolvedDocumentType): string | undefined {
  if (!gives || path === undefined) return undefined
  const target = targetOf(textPath, type)
  if (isInternal(type, path)) return target !== undefined && isInternal(type, target) ? undefined : `"${path}" is never disclosed`
  const grant = Object.values(type.permissions).find(({ can, hide }) => can.length > 0 && isRedacted(hide, path) && (target === undefined || !isRedacted(hide, target)))
  return grant === undefined ? undefined : `it would disclose "${path}", which is hidden from people with the role "${grant.role}"`
}

/** The field that receives the result of an expression; undefined if the result is shown in some other way. */
function targetOf(path: string[], type: ResolvedDocumentType): string | undefined {
  if (path[0] === 'rules' && path.at(-1) === 'expression') return type.rules[path[1] ?? '']?.on.join('.')
  if (path[0] === 'shape') return path[3] === 'line' ? `${path[2] ?? ''}.${path[5] ?? ''}` : path[2]
  return path.at(-2) === 'sets' ? path.at(-1) : undefined
}

/**
 * Why a figure may not be evaluated: it counts records, or uses fields, that people who see the type may not read, and no lookup of the
 * base counts them already.
 */
function whyNoFigure(catalogue: Pick<Catalogue, 'types'>, lookup: ResolvedLookup, before: ResolvedDocumentType, after: ResolvedDocumentType): string | undefined {
  const counted = countedBy(catalogue, lookup)
  const countedByBase = Object.values(before.lookups).filter((other) => other.of === lookup.of && isNarrower(lookup.where, other.where)).flatMap((other) => countedBy(catalogue, other).map(({ path }) => path))
  for (const reached of counted) {
    const why = countedByBase.includes(reached.path) ? undefined : whyClosed(reached, after)
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
 * Why a figure may not be disclosed, rather than only tested: not everybody who sees the type may read what it counts, and the base does
 * not disclose it.
 */
function whyNotDisclosed(catalogue: Pick<Catalogue, 'types'>, lookup: ResolvedLookup, before: ResolvedDocumentType, after: ResolvedDocumentType): string | undefined {
  const already = disclosedBy(before)
  if (already.has(lookup.name)) return undefined
  const sameOfBase = Object.values(before.lookups).filter((other) => already.has(other.name) && other.of === lookup.of && isSameFigure(other, lookup) && isNarrower(lookup.where, other.where))
  if (sameOfBase.length > 0) return undefined
  return countedBy(catalogue, lookup).map((reached) => whyClosed(reached, after)).find((why) => why !== undefined)
}

function isSameFigure(lookup: ResolvedLookup, other: ResolvedLookup): boolean {
  return lookup.figure === other.figure && lookup.field === other.field && lookup.by === other.by && lookup.per === other.per
}
