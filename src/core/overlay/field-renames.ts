import type { ASTNode } from '@marcbachmann/cel-js'
import { isObject } from '../document/json.ts'
import type { Json, JsonObject } from '../document/json.ts'
import type { KeyPath } from '../manifest/read/reporter.ts'
import type { ChangeExpressions } from '../manifest/read/shorthand/expression-places.ts'
import type { OverlayOperation } from './overlay-types.ts'
import { CHOICES } from '../expressions/choose-macro.ts'
import { COMPREHENSIONS } from '../expressions/dependencies.ts'
import { childrenOf, isVariable, nameIn, parsePlainly } from '../expressions/syntax-tree.ts'
import { parsePath, valueAt } from './paths.ts'

/**
 * The fields of a document or line: their names, the current names of renamed fields by earlier name, and the arrays of lines among them.
 */
export interface Shape { fields: ReadonlySet<string>; currentNames: ReadonlyMap<string, string>; arrays: ReadonlyMap<string, Shape> }
type Shapes = readonly Shape[]
/** The shape of the document, and the shapes of its lines by name. */
interface TypeShapes { header: Shape; lines: ReadonlyMap<string, Shape> }

/** Determines which names are fields of this type, and of which of its shapes. */
interface Place extends TypeShapes {
  /** The value that the operation has there, or else the type's. */
  valueAtPlace: (keys: readonly string[]) => Json | undefined
  /** Whether the lookup or list with the name reads records of this type. */
  isOverOwn: (part: 'lookups' | 'lists', name: string) => boolean
}

type ShapesOf = (place: Place, names: readonly string[]) => Shapes
const ofHeader: ShapesOf = ({ header }) => [header]
const ofShape: ShapesOf = ({ lines }, [name = '']) => [lines.get(name) ?? []].flat()
const ofArray: ShapesOf = (place, [array]) => linesOf(place, array)
const ofRecord: ShapesOf = ({ header, isOverOwn }, [lookup = '']) => (isOverOwn('lookups', lookup) ? [header] : [])
const ofRule: ShapesOf = (place, [rule = '']) => [...subjectOf(place, ['rules', rule]).filter((one) => one !== place.header), place.header]
const linesNamedAt = (path: string): ShapesOf => (place, [name = '']) => linesOf(place, place.valueAtPlace(path.split('.').map((key) => (key === '*' ? name : key))))
const ofSection = linesNamedAt('card.sections.*.field')
const ofGroups = linesNamedAt('card.sections.*.groupedBy.lines')

/**
 * Where a value, the elements of its list or its keys are field names, and of which shapes; `*` is any name. Anywhere else they are other
 * names or texts.
 */
const NAMING = Object.entries<ShapesOf>({
  'label': ofHeader,
  'schema.required': ofHeader, 'schema.properties': ofHeader, 'schema.properties.*.x-live': ofHeader, 'schema.properties.*.x-money': ofHeader,
  'schema.properties.*.x-line-key': ofArray, 'schema.properties.*.x-parent-key': ofArray, 'source.values': ofHeader,
  'schema.$defs.*.required': ofShape, 'schema.$defs.*.properties': ofShape, 'schema.$defs.*.properties.*.x-live': ofShape, 'schema.$defs.*.properties.*.x-money': ofHeader,
  'lookups.*.each': ofHeader, 'lookups.*.sum': ofRecord, 'lookups.*.max': ofRecord, 'lookups.*.min': ofRecord, 'lookups.*.per': ofRecord,
  'lookups.*.latest.field': ofRecord, 'lookups.*.latest.by': ofRecord, 'lookups.*.earliest.field': ofRecord, 'lookups.*.earliest.by': ofRecord,
  'rules.*.on': ofHeader, 'rules.*.after': ofRule,
  'list.columns': ofHeader, 'list.columns.*.details': ofHeader, 'list.filters': ofHeader, 'list.search': ofHeader, 'list.sort': ofHeader, 'list.carries.*.values': ofHeader,
  'list.calendar.start': ofHeader, 'list.calendar.end': ofHeader, 'list.calendar.title': ofHeader, 'list.calendar.details': ofHeader, 'list.calendar.initialsOf': ofHeader, 'list.calendar.colour.by': ofHeader, 'list.calendar.row': ofHeader, 'list.calendar.group': ofHeader,
  'card.summary': ofHeader, 'card.sections.*.fields': ofHeader, 'card.sections.*.field': ofHeader, 'card.sections.*.inherits.fields': ofHeader,
  'card.sections.*.columns': ofSection, 'card.sections.*.columns.*.details': ofSection, 'card.sections.*.dialogs.*.fields': ofSection,
  'card.sections.*.groupedBy.lines': ofHeader, 'card.sections.*.groupedBy.key': ofSection, 'card.sections.*.groupedBy.heading': ofGroups, 'card.sections.*.groupedBy.fields': ofGroups,
  'wizard.steps.*.needs': ofHeader, 'card.opens.*.lines': ofHeader, 'card.views.*.adds.lines': ofHeader, 'card.views.*.adds.values': linesNamedAt('card.views.*.adds.lines'),
  'actions.*.fields': ofHeader, 'actions.*.sets': ofHeader,
  'approval.summary': ofHeader, 'approval.columns': ofHeader, 'approval.columns.*.details': ofHeader, 'approval.amount': ofHeader, 'approval.sets': ofHeader,
  'permissions.*.hide': ofHeader, 'attachments.field': ofHeader, 'reminders.*.date': ofHeader, 'dualControl.fields': ofHeader, 'dualControl.notOwn': ofHeader, 'dualControl.gainers': ofHeader, 'dualControl.about': ofHeader,
  'job.items': ofHeader, 'job.over': linesNamedAt('job.items'),
  'job.figures.total': ofHeader, 'job.figures.done': ofHeader, 'job.figures.posted': ofHeader, 'job.figures.skipped': ofHeader, 'job.figures.failed': ofHeader, 'job.figures.cursor': ofHeader, 'job.figures.endedAt': ofHeader, 'job.figures.note': ofHeader,
  'balances.owner': ofHeader, 'balances.date': ofHeader, 'balances.amount': ofHeader, 'balances.kind': ofHeader, 'balances.by': ofHeader, 'balances.period': ofHeader, 'balances.account': ofHeader,
  'balances.document': ofHeader, 'balances.text': ofHeader, 'balances.figures.*.sum': ofHeader,
  'statement.owner': ofHeader, 'statement.date': ofHeader, 'statement.amount': ofHeader, 'statement.document': ofHeader, 'statement.kind': ofHeader, 'statement.text': ofHeader,
}).map(([path, shapesOf]) => ({ pattern: path.split('.'), shapesOf }))

/** Rewrites an operation that uses earlier names of the type's fields to their current names. */
export function followingFields(operation: OverlayOperation, manifest: JsonObject, changeExpressions: ChangeExpressions): OverlayOperation {
  const shapes = renamedShapes(manifest)
  const keys = shapes === undefined ? undefined : parsePath(operation.at)
  if (shapes === undefined || keys === undefined) return operation
  const { place, to, was } = operation
  const ids = [manifest['id'], ...(Array.isArray(manifest['renamedFrom']) ? manifest['renamedFrom'] : [])]
  const placeOf = (written: Json): Place => {
    const valueAtPlace = (path: readonly string[]): Json | undefined => valueAt(written, path) ?? valueAt(manifest, path)
    return { ...shapes, valueAtPlace, isOverOwn: (part, name) => ids.includes(valueAtPlace([part, name, 'of']) ?? null) }
  }
  const here = placeOf(to === undefined ? manifest : around(to, keys))
  const named = (name: string, index: number): string => present(name, namedAt(keys.slice(0, index), here))
  const follow = (value: Json | undefined): Json | undefined => (value === undefined ? undefined : inValue(value, keys, placeOf(around(value, keys)), manifest, changeExpressions))
  return {
    ...operation,
    at: keys.map(named).map((key) => (/^[^.\s"]+$/.test(key) ? key : JSON.stringify(key))).join('.'),
    ...(to !== undefined && { to: follow(to) as Json }),
    ...(was !== undefined && { was: follow(was) as Json }),
    ...(place !== undefined && { place: Object.fromEntries(Object.entries(place).map(([key, name]) => [key, typeof name === 'string' ? named(name, keys.length - 1) : name])) }),
  }
}

/** The shapes whose field names are used at a place; none if it uses no field names of the type. */
function namedAt(keys: readonly string[], place: Place): Shapes {
  const naming = NAMING.find(({ pattern }) => pattern.length === keys.length && pattern.every((key, index) => key === '*' || key === keys[index]))
  return naming === undefined ? [] : naming.shapesOf(place, keys.filter((_, index) => naming.pattern[index] === '*'))
}

/** The shapes that `self` may have in an expression at the place; none if the place does not determine it. */
function subjectOf(place: Place, [part, name = '', third = '', key]: KeyPath): Shapes {
  if (part === 'schema') return name === '$defs' ? ofShape(place, [String(third)]) : [place.header]
  if (part === 'rules') return [place.valueAtPlace(['rules', String(name), 'on']) ?? []].flat().flatMap((on) => subjectOfField(place, on))
  if (part === 'lookups') return [place.valueAtPlace(['lookups', String(name), 'each']) ?? []].flat().flatMap((array) => linesOf(place, array))
  const field = { actions: third === 'sets' ? key : undefined, approval: name === 'sets' ? third : undefined }[String(part)]
  return field === undefined ? [] : subjectOfField(place, field)
}

function subjectOfField(place: Place, field: Json): Shapes {
  const [array = '', inner] = String(field).split('.')
  return inner === undefined ? [place.header] : linesOf(place, array)
}

/** The shape of an array's lines; every line shape if there is no such array. */
function linesOf({ header, lines }: TypeShapes, array: Json | undefined): Shapes {
  const found = typeof array === 'string' ? header.arrays.get(present(array, [header])) : undefined
  return found === undefined ? [...lines.values()] : [found]
}

const knownShapes = new WeakMap<JsonObject, TypeShapes>()

/** The shapes of a type; undefined if none of its fields was renamed. */
function renamedShapes(manifest: JsonObject): TypeShapes | undefined {
  const found = knownShapes.get(manifest) ?? shapesOf(isObject(manifest['schema']) ? manifest['schema'] : {})
  knownShapes.set(manifest, found)
  return [found.header, ...found.lines.values()].some(({ currentNames }) => currentNames.size > 0) ? found : undefined
}

/** The shapes that a type's schema defines. */
export function shapesOf(schema: JsonObject): TypeShapes {
  const shapes = isObject(schema['$defs']) ? Object.entries(schema['$defs']) : []
  const lines = new Map(shapes.flatMap(([name, shape]): [string, Shape][] => (isObject(shape) ? [[name, shapeOf(shape, new Map())]] : [])))
  return { header: shapeOf(schema, lines), lines }
}

function shapeOf(shape: JsonObject, lines: ReadonlyMap<string, Shape>): Shape {
  const fields = isObject(shape['properties']) ? Object.entries(shape['properties']) : []
  const names = new Set(fields.map(([name]) => name))
  const currentNames = fields.flatMap(([name, field]) => {
    const earlier = isObject(field) ? field['x-renamed-from'] : undefined
    return Array.isArray(earlier) ? earlier.filter((one) => typeof one === 'string').map((one): [string, string] => [one, name]) : []
  })
  const arrays = fields.flatMap(([name, field]): [string, Shape][] => {
    const reference = valueAt(field, ['items', '$ref'])
    const found = typeof reference === 'string' ? lines.get(reference.split('/').at(-1) ?? '') : undefined
    return found === undefined ? [] : [[name, found]]
  })
  return { fields: names, currentNames: new Map(currentNames), arrays: new Map(arrays) }
}

/**
 * The current name of `amount`, `lines.amount`, or `-amount` in a sort order. A name that is a field today means that field, even if
 * another field once had it.
 */
function present(name: string, shapes: Shapes): string {
  if (name.startsWith('-')) return `-${present(name.slice(1), shapes)}`
  const [first = '', inner] = name.split('.')
  if (inner !== undefined) {
    const array = present(first, shapes)
    return `${array}.${present(inner, shapes.flatMap(({ arrays }) => arrays.get(array) ?? []))}`
  }
  if (shapes.some(({ fields }) => fields.has(name))) return name
  return shapes.map(({ currentNames }) => currentNames.get(name)).find((now) => now !== undefined) ?? name
}

function around(value: Json, keys: readonly string[]): Json {
  return keys.reduceRight<Json>((inner, key) => ({ [key]: inner }), value)
}

function inValue(value: Json, keys: readonly string[], place: Place, manifest: JsonObject, changeExpressions: ChangeExpressions): Json {
  const terms = isObject(manifest['terms']) ? manifest['terms'] : {}
  const { header } = place
  // The meaning of a value depends on its place, so it is read there.
  const changed = changeExpressions('document-type', around(inNames(value, keys, place), keys), (expression, path) => {
    const subject = subjectOf(place, path)
    const lines = subject.filter((one) => one !== header)
    return inExpression(expression, {
      header, terms,
      self: subject.length === 0 ? [header, ...place.lines.values()] : subject,
      line: lines.length === 0 ? [...place.lines.values()] : lines,
      isRowOwn: (path[0] === 'lookups' || path[0] === 'lists') && place.isOverOwn(path[0], String(path[1])),
    })
  })
  return keys.reduce<Json>((here, key) => (here as JsonObject)[key] ?? null, changed)
}

function inNames(value: Json, keys: readonly string[], place: Place): Json {
  const shapes = namedAt(keys, place)
  if (typeof value === 'string') return shapes.length > 0 ? present(value, shapes) : inText(value, keys, place)
  if (Array.isArray(value)) return value.map((item) => inNames(item, keys, place))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [present(name, shapes), inNames(item, [...keys, name], place)]))
}

/** The text with its placeholders renamed, `{purpose}` or `{doc.purpose}`; placeholders of an input are not fields of the type. */
function inText(text: string, [part, name = '']: readonly string[], place: Place): string {
  return text.replace(/\{(doc\.)?([A-Za-z_]\w*)\}/g, (_, doc: string | undefined, field: string) => (
    doc === undefined ? `{${present(field, part === 'rules' ? ofRule(place, [name]) : [place.header])}}` : `{doc.${present(field, [place.header])}}`
  ))
}

/**
 * What an expression reads of the type: the document, `self` and `line` as they are at its place, and the type's own terms, which may stand
 * for an array of lines.
 */
export interface Reading {
  header: Shape
  self: Shapes
  line: Shapes
  terms?: JsonObject
  /** Whether `row` is a document of the type, as in a lookup or a list over it. */
  isRowOwn?: boolean
}

/** What a part of an expression evaluates to: a document or line of one of the shapes, or an array of such lines. */
type ReadResult = { shapes: Shapes; isArray: boolean } | undefined
type Bound = ReadonlyMap<string, ReadResult>

/** A name in the text of an expression, and the name to replace it. */
interface NamePlace { start: number; end: number; name: string }

function rootsOf({ header, self, line, isRowOwn = false }: Reading): Bound {
  const single = (shapes: Shapes): ReadResult => ({ shapes, isArray: false })
  return new Map([['doc', single([header])], ['prev', single([header])], ['self', single(self)], ['line', single(line)], ...(isRowOwn ? [['row', single([header])] as const] : [])])
}

/** The expression with the fields that it reads of the document and its lines under their current names. */
export function inExpression(source: string, reading: Reading): string {
  try {
    return withNames(source, new RenamedReads(source, reading).places)
  } catch {
    // An expression that cannot be parsed is reported when the overlay is checked.
    return source
  }
}

/** Finds the names to change in an expression. */
class RenamedReads {
  places: NamePlace[] = []
  readonly #source: string
  readonly #roots: Bound
  readonly #terms: JsonObject
  readonly #ofTerms = new Map<string, ReadResult>()

  /** @throws if the expression cannot be parsed */
  constructor(source: string, reading: Reading) {
    this.#source = source
    this.#roots = rootsOf(reading)
    this.#terms = reading.terms ?? {}
    this.#visit(parsePlainly(source), this.#roots)
  }

  /** Records the names to change, and returns what the node evaluates to. */
  #visit(node: ASTNode, bound: Bound): ReadResult {
    if (node.op === 'id') return bound.has(node.args) ? bound.get(node.args) : this.#ofTerm(node.args)
    if (node.op === '.' || node.op === '.?') return this.#read(node.args[0], node.args[1], node.end, bound)
    if (node.op === '[]' || node.op === '[?]') {
      const [object, index] = node.args
      return nameIn(index) === undefined ? elementOf([object, index].map((child) => this.#visit(child, bound))[0]) : this.#read(object, index, node.end, bound)
    }
    if (node.op === 'rcall') return this.#inMethod(node.args, bound)
    const results = childrenOf(node).map((child) => this.#visit(child, bound))
    if (node.op === 'call' && node.args[0] === 'first') return elementOf(results[0])
    return node.op === '?:' ? (results[1] ?? results[2]) : undefined
  }

  /** Records the name to change, and returns what the field evaluates to. */
  #read(object: ASTNode, named: unknown, end: number, bound: Bound): ReadResult {
    const of = this.#visit(object, bound)
    const name = nameIn(named)
    if (of === undefined || of.isArray || name === undefined) return undefined
    const now = present(name, of.shapes)
    const start = this.#source.lastIndexOf(name, end - 1)
    if (now !== name && start >= object.end) this.places.push({ start, end: start + name.length, name: now })
    const shapes = of.shapes.flatMap(({ arrays }) => arrays.get(now) ?? [])
    return shapes.length === 0 ? undefined : { shapes, isArray: true }
  }

  #inMethod([method, receiver, [variable, ...rest]]: [string, ASTNode, ASTNode[]], bound: Bound): ReadResult {
    if (method === 'bind' && isVariable(receiver, 'cel') && variable?.op === 'id' && rest.length === 2) return this.#visit(rest[1]!, new Map([...bound, [variable.args, this.#visit(rest[0]!, bound)]]))
    const of = this.#visit(receiver, bound)
    if (COMPREHENSIONS.has(method) && variable?.op === 'id' && rest.length > 0) {
      const inner = new Map([...bound, [variable.args, elementOf(of)]])
      for (const body of rest) this.#visit(body, inner)
      if (Object.hasOwn(CHOICES, method)) return elementOf(of)
      return method === 'filter' ? of : undefined
    }
    for (const argument of variable === undefined ? [] : [variable, ...rest]) this.#visit(argument, bound)
    return ['orValue', 'or', 'value'].includes(method) ? of : undefined
  }

  #ofTerm(name: string): ReadResult {
    const term = Object.hasOwn(this.#terms, name) ? this.#terms[name] : undefined
    if (typeof term !== 'string' || this.#ofTerms.has(name)) return this.#ofTerms.get(name)
    // Terms may be circular, which the checks report.
    this.#ofTerms.set(name, undefined)
    // The term itself has current names: only its result matters here.
    const before = this.places.length
    const result = this.#visit(parsePlainly(term), this.#roots)
    this.places.length = before
    this.#ofTerms.set(name, result)
    return result
  }
}

function withNames(source: string, places: NamePlace[]): string {
  return places.sort((a, b) => b.start - a.start).reduce((text, { start, end, name }) => text.slice(0, start) + name + text.slice(end), source)
}

function elementOf(list: ReadResult): ReadResult {
  return list?.isArray === true ? { ...list, isArray: false } : undefined
}
