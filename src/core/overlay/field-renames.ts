import { Environment } from '@marcbachmann/cel-js'
import type { ASTNode } from '@marcbachmann/cel-js'
import { isObject } from '../document/json.ts'
import type { Json, JsonObject } from '../document/json.ts'
import type { ChangeExpressions } from '../manifest/shorthand/expression-places.ts'
import type { OverlayOperation } from './overlay-types.ts'
import { parsePath } from './paths.ts'
import { childrenOf, isNode, nameIn } from '../expressions/syntax-tree.ts'

/** What fields are called now, by what they were called. */
type Names = ReadonlyMap<string, string>
interface Renames { header: Names; lines: Names }

const parser = new Environment({ enableOptionalTypes: true, unlistedVariablesAreDyn: true, homogeneousAggregateLiterals: false })

/** Keys of a manifest whose value is a field, or a list of them. */
const NAMING = new Set(['on', 'field', 'fields', 'search', 'summary', 'hide', 'required', 'after', 'before', 'details', 'date', 'amount', 'sum', 'label', 'key', 'owner'])
/** Keys of a manifest below which fields are the keys. */
const KEYED = new Set(['columns', 'filters', 'sets', 'properties'])
/** What stands for a document, and for one that is no line. */
const DOCUMENTS = new Set(['doc', 'prev', 'self'])
const OTHERS = new Set(['user', 'settings', 'company', 'lists', 'lookups', 'input', 'option', 'row', 'state'])

/** An operation that was written when fields of the type had other names, as it would be written today. */
export function followingFields(operation: OverlayOperation, manifest: JsonObject, changeExpressions: ChangeExpressions): OverlayOperation {
  const renames = renamesOf(manifest)
  const keys = renames === undefined ? undefined : parsePath(operation.at)
  if (renames === undefined || keys === undefined) return operation
  const last = keys.at(-1) ?? ''
  const at = [...keys.slice(0, -1), KEYED.has(keys.at(-2) ?? '') || NAMING.has(keys.at(-2) ?? '') ? present(last, renames) : last]
  const follow = (value: Json | undefined): Json | undefined => (value === undefined ? undefined : inValue(value, keys, renames, changeExpressions))
  const { place, to, was } = operation
  return {
    ...operation,
    at: at.map((key) => (/^[^.\s"]+$/.test(key) ? key : JSON.stringify(key))).join('.'),
    ...(to !== undefined && { to: follow(to) as Json }),
    ...(was !== undefined && { was: follow(was) as Json }),
    ...(place !== undefined && { place: Object.fromEntries(Object.entries(place).map(([key, name]) => [key, typeof name === 'string' ? present(name, renames) : name])) }),
  }
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

function inValue(value: Json, keys: readonly string[], renames: Renames, changeExpressions: ChangeExpressions): Json {
  // What a value means is said by where it stands: it is looked at there.
  const whole = keys.reduceRight<Json>((inner, key) => ({ [key]: inner }), inNames(value, keys, renames))
  const changed = changeExpressions('document-type', whole, (expression) => inExpression(expression, renames))
  return keys.reduce<Json>((here, key) => (here as JsonObject)[key] ?? null, changed)
}

function inNames(value: Json, at: readonly string[], renames: Renames): Json {
  const key = at.at(-1) ?? ''
  if (typeof value === 'string') {
    if (NAMING.has(key)) return present(value, renames)
    return value.replace(/\{([A-Za-z_]\w*)\}/g, (_, name: string) => `{${present(name, renames)}}`)
  }
  if (Array.isArray(value)) return value.map((item) => inNames(item, at, renames))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [KEYED.has(key) ? present(name, renames) : name, inNames(item, [...at, name], renames)]))
}

/** The expression with the fields that it reads of the document and of lines by their present names. */
export function inExpression(source: string, { header, lines }: Renames): string {
  const places: { start: number; end: number; name: string }[] = []
  const visit = (node: ASTNode): void => {
    const [object, named] = Array.isArray(node.args) ? (node.args as unknown[]) : []
    if ((node.op === '.' || node.op === '.?') && isNode(object)) {
      const name = nameIn(named)
      const now = name === undefined ? undefined : renamedOf(object, name)
      if (name !== undefined && now !== undefined) places.push({ start: source.lastIndexOf(name, node.end - 1), end: source.lastIndexOf(name, node.end - 1) + name.length, name: now })
    }
    for (const child of childrenOf(node)) visit(child)
  }
  const renamedOf = (object: ASTNode, name: string): string | undefined => {
    if (object.op !== 'id' || typeof object.args !== 'string' || OTHERS.has(object.args)) return undefined
    // self is either, and any other name is that of a line in map, filter or exists.
    return DOCUMENTS.has(object.args) ? (header.get(name) ?? (object.args === 'self' ? lines.get(name) : undefined)) : lines.get(name)
  }
  try {
    visit(parser.parse(source).ast)
  } catch {
    // What cannot be read is told where the overlay is checked.
    return source
  }
  return places.sort((a, b) => b.start - a.start).reduce((text, { start, end, name }) => text.slice(0, start) + name + text.slice(end), source)
}
