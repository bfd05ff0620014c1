import type { ASTNode } from '@marcbachmann/cel-js'
import { isObject } from '../document/json.ts'
import type { Json, JsonObject } from '../document/json.ts'
import type { ChangeExpressions } from '../manifest/shorthand/expression-places.ts'
import type { OverlayOperation } from './overlay-types.ts'
import { CHOICES } from '../expressions/choose-macro.ts'
import { COMPREHENSIONS } from '../expressions/dependencies.ts'
import { childrenOf, isVariable, nameIn, parsePlainly } from '../expressions/syntax-tree.ts'
import { parsePath, valueAt } from './paths.ts'

/** What fields are called now, by what they were called. */
type Names = ReadonlyMap<string, string>
interface Renames { header: Names; lines: Names }

/** Keys of a manifest whose value is a field, or a list of them. */
const NAMING = new Set(['on', 'field', 'fields', 'search', 'summary', 'hide', 'required', 'after', 'before', 'details', 'date', 'amount', 'key', 'owner'])
/** Parts of a manifest in which these keys mean that; elsewhere they are names and texts. */
const NAMING_PARTS = new Set(['schema', 'list', 'card', 'actions', 'approval', 'approvals', 'permissions', 'statement', 'reminders', 'dualControl'])
/** Those of a rule, whose other keys are expressions. */
const NAMING_IN_RULES = new Set(['on', 'after'])
/** Those of a lookup: fields of the type that it is over. */
const NAMING_IN_LOOKUPS = new Set(['sum', 'max', 'min', 'per', 'field', 'by'])
/** Keys of a manifest below which fields are the keys. */
const KEYED = new Set(['columns', 'filters', 'sets', 'properties'])

/** What decides which names are fields of this type. */
interface Place { renames: Renames; isOverOwn: (lookup: string) => boolean }

/** An operation that was written when fields of the type had other names, as it would be written today. */
export function followingFields(operation: OverlayOperation, manifest: JsonObject, changeExpressions: ChangeExpressions): OverlayOperation {
  const renames = renamesOf(manifest)
  const keys = renames === undefined ? undefined : parsePath(operation.at)
  if (renames === undefined || keys === undefined) return operation
  const { place, to, was } = operation
  const ids = [manifest['id'], ...(Array.isArray(manifest['renamedFrom']) ? manifest['renamedFrom'] : [])]
  const placeOf = (written: Json): Place => ({
    renames,
    isOverOwn: (lookup) => ids.includes(valueAt(written, ['lookups', lookup, 'of']) ?? valueAt(manifest, ['lookups', lookup, 'of']) ?? null),
  })
  const named = (name: string): string => (namesFields(keys.slice(0, -1), placeOf(manifest)) ? present(name, renames) : name)
  const at = [...keys.slice(0, -1), ...keys.slice(-1).map(named)]
  const follow = (value: Json | undefined): Json | undefined => (value === undefined ? undefined : inValue(value, keys, placeOf(around(value, keys)), manifest, changeExpressions))
  return {
    ...operation,
    at: at.map((key) => (/^[^.\s"]+$/.test(key) ? key : JSON.stringify(key))).join('.'),
    ...(to !== undefined && { to: follow(to) as Json }),
    ...(was !== undefined && { was: follow(was) as Json }),
    ...(place !== undefined && { place: Object.fromEntries(Object.entries(place).map(([key, name]) => [key, typeof name === 'string' ? named(name) : name])) }),
  }
}

/** Whether what stands below is called by fields of the type, as keys or as elements of a list. */
function namesFields(at: readonly string[], place: Place): boolean {
  return isKeyed(at) || isNaming(at, place)
}

function isKeyed(at: readonly string[]): boolean {
  return isOfType(at) && KEYED.has(at.at(-1) ?? '')
}

function isNaming(at: readonly string[], { isOverOwn }: Place): boolean {
  const [part = '', name = ''] = at
  const key = at.at(-1) ?? ''
  if (at.length === 1) return ['key', 'label', 'owner'].includes(part)
  if (part === 'lookups') return at.length > 2 && NAMING_IN_LOOKUPS.has(key) && isOverOwn(name)
  if (part === 'rules') return at.length > 2 && NAMING_IN_RULES.has(key)
  return NAMING_PARTS.has(part) && NAMING.has(key) && !isKeyed(at.slice(0, -1)) && isOfType(at)
}

/** Not what a post says of the ledger, nor an action of what its dialog asks. */
function isOfType(at: readonly string[]): boolean {
  if (at[0] === 'approval') return at[1] !== 'posts'
  return !['actions', 'approvals'].includes(at[0] ?? '') || !['posts', 'input', 'checks', 'runs'].includes(at[2] ?? '')
}

const known = new WeakMap<JsonObject, Renames | 'none'>()

function renamesOf(manifest: JsonObject): Renames | undefined {
  let found = known.get(manifest)
  if (found === undefined) {
    const schema = isObject(manifest['schema']) ? manifest['schema'] : {}
    const shapes = isObject(schema['$defs']) ? Object.values(schema['$defs']) : []
    const header = namesIn(schema)
    const lines = new Map(shapes.flatMap((shape) => (isObject(shape) ? [...namesIn(shape)] : [])))
    known.set(manifest, (found = header.size + lines.size === 0 ? 'none' : { header, lines }))
  }
  return found === 'none' ? undefined : found
}

function namesIn(shape: JsonObject): Map<string, string> {
  const fields = isObject(shape['properties']) ? Object.entries(shape['properties']) : []
  return new Map(fields.flatMap(([name, field]) => {
    const earlier = isObject(field) ? field['x-renamed-from'] : undefined
    return Array.isArray(earlier) ? earlier.filter((one) => typeof one === 'string').map((one): [string, string] => [one, name]) : []
  }))
}

/** `amount`, or `lines.amount`. */
function present(name: string, { header, lines }: Renames): string {
  const [first = '', inner] = name.split('.')
  return inner === undefined ? (header.get(name) ?? lines.get(name) ?? name) : `${header.get(first) ?? first}.${lines.get(inner) ?? inner}`
}

function around(value: Json, keys: readonly string[]): Json {
  return keys.reduceRight<Json>((inner, key) => ({ [key]: inner }), value)
}

function inValue(value: Json, keys: readonly string[], place: Place, manifest: JsonObject, changeExpressions: ChangeExpressions): Json {
  const terms = isObject(manifest['terms']) ? manifest['terms'] : {}
  // What a value means is said by where it stands: it is looked at there.
  const changed = changeExpressions('document-type', around(inNames(value, keys, place), keys), (expression, [part, name]) => (
    inExpression(expression, place.renames, { terms, isRowOwn: part === 'lookups' && place.isOverOwn(String(name)) })
  ))
  return keys.reduce<Json>((here, key) => (here as JsonObject)[key] ?? null, changed)
}

function inNames(value: Json, at: readonly string[], place: Place): Json {
  if (typeof value === 'string') {
    if (isNaming(at, place)) return present(value, place.renames)
    return value.replace(/\{([A-Za-z_]\w*)\}/g, (_, name: string) => `{${present(name, place.renames)}}`)
  }
  if (Array.isArray(value)) return value.map((item) => inNames(item, at, place))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [isKeyed(at) ? present(name, place.renames) : name, inNames(item, [...at, name], place)]))
}

/** What a part of an expression gives: the document, its line, either of them, or an array of its lines. */
type Given = 'document' | 'line' | 'either' | 'lines' | undefined
type Bound = ReadonlyMap<string, Given>
const ROOTS: Bound = new Map<string, Given>([['doc', 'document'], ['prev', 'document'], ['self', 'either'], ['line', 'line']])

/**
 * The expression with the fields that it reads of the document and of its lines by their present names.
 * @param terms those of the type, by which an expression may name an array of lines.
 * @param isRowOwn whether `row` is a document of the type, as in a lookup over it.
 */
export function inExpression(source: string, { header, lines }: Renames, { terms = {}, isRowOwn = false }: { terms?: JsonObject; isRowOwn?: boolean } = {}): string {
  const places: { start: number; end: number; name: string }[] = []
  const presentOf = (of: Given, name: string): string | undefined => {
    if (of === 'document') return header.get(name)
    if (of === 'line') return lines.get(name)
    return of === 'either' ? (header.get(name) ?? lines.get(name)) : undefined
  }

  /** Notes the names to change, and answers what the node gives. */
  const visit = (node: ASTNode, bound: Bound): Given => {
    if (node.op === 'id') return bound.has(node.args) ? bound.get(node.args) : ofTerm(node.args)
    if (node.op === '.' || node.op === '.?') {
      const [object, named] = node.args
      const of = visit(object, bound)
      const name = nameIn(named)
      const now = name === undefined ? undefined : presentOf(of, name)
      if (name !== undefined && now !== undefined) places.push({ start: source.lastIndexOf(name, node.end - 1), end: source.lastIndexOf(name, node.end - 1) + name.length, name: now })
      // No more than may be: of what holds no lines nobody asks for an element.
      return of === 'document' || of === 'either' ? 'lines' : undefined
    }
    if (node.op === '[]' || node.op === '[?]') return elementOf(childrenOf(node).map((child) => visit(child, bound))[0])
    if (node.op === 'rcall') return inMethod(node.args, bound)
    const given = childrenOf(node).map((child) => visit(child, bound))
    if (node.op === 'call' && node.args[0] === 'first') return elementOf(given[0])
    return node.op === '?:' ? (given[1] ?? given[2]) : undefined
  }
  const inMethod = ([method, receiver, [variable, ...rest]]: [string, ASTNode, ASTNode[]], bound: Bound): Given => {
    if (method === 'bind' && isVariable(receiver, 'cel') && variable?.op === 'id' && rest.length === 2) return visit(rest[1]!, new Map([...bound, [variable.args, visit(rest[0]!, bound)]]))
    const of = visit(receiver, bound)
    if (COMPREHENSIONS.has(method) && variable?.op === 'id' && rest.length > 0) {
      const inner = new Map([...bound, [variable.args, elementOf(of)]])
      for (const body of rest) visit(body, inner)
      if (Object.hasOwn(CHOICES, method)) return elementOf(of)
      return method === 'filter' ? of : undefined
    }
    for (const argument of variable === undefined ? [] : [variable, ...rest]) visit(argument, bound)
    return ['orValue', 'or', 'value'].includes(method) ? of : undefined
  }
  const ofTerms = new Map<string, Given>()
  const ofTerm = (name: string): Given => {
    const term = Object.hasOwn(terms, name) ? terms[name] : undefined
    if (typeof term !== 'string' || ofTerms.has(name)) return ofTerms.get(name)
    // Terms may lead in a circle, which the checks tell.
    ofTerms.set(name, undefined)
    // The term itself is of today: of it only what it gives is asked.
    const before = places.length
    const given = visit(parsePlainly(term), ROOTS)
    places.length = before
    ofTerms.set(name, given)
    return given
  }

  try {
    visit(parsePlainly(source), isRowOwn ? new Map([...ROOTS, ['row', 'document']]) : ROOTS)
  } catch {
    // What cannot be read is told where the overlay is checked.
    return source
  }
  return places.sort((a, b) => b.start - a.start).reduce((text, { start, end, name }) => text.slice(0, start) + name + text.slice(end), source)
}

function elementOf(list: Given): Given {
  return list === 'lines' ? 'line' : undefined
}
