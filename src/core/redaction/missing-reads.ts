import { recordRead } from '../document/referred.ts'
import { dependenciesOf, type ReadPath } from '../expressions/dependencies.ts'
import type { KnownType } from '../expressions/known-records.ts'
import type { ResolvedDocumentType, ResolvedShape } from '../manifest/resolve/resolved.ts'

type KnownShape = KnownType['shape']

/** What is missing where expressions of a type are to run. */
export interface MissingFields {
  /** Paths of the type's own fields: `iban`, `lines.amount`. */
  fields: ReadonlySet<string>
  /** By other type: the fields that its records may lack; `all` if none of its records is available. */
  inOtherTypes?: Readonly<Record<string, readonly string[] | 'all'>>
  /** Shapes of the types that references lead to. */
  shapeOf?: (type: string) => KnownShape | undefined
}

/** Where in a type an expression is: on lines of an array, in an action's dialog, over a record to choose. */
export interface ExpressionPlace { array?: string | undefined; input?: ResolvedShape | undefined; option?: string | undefined }

/**
 * Whether an expression reads figures that only the server knows, or anything missing. It is not traced whether one of the type's own
 * fields holds a copy of a missing value.
 */
export function readsMissing(expression: string, place: ExpressionPlace, type: ResolvedDocumentType, missing: MissingFields): boolean {
  return dependenciesOf(expression).some((path) => isMissing(path, place, type, missing))
}

/**
 * Whether an expression, over a record's header unless said otherwise, reads anything missing. Figures of lookups are available, as they
 * are on the server.
 */
export function readsRedacted(type: ResolvedDocumentType, expression: string, missing: MissingFields, place: ExpressionPlace = {}): boolean {
  return dependenciesOf(expression).some((path) => path[0] !== 'lookups' && isMissing(path, place, type, missing))
}

function isMissing([root = '', ...names]: ReadPath, { array, input, option }: ExpressionPlace, type: ResolvedDocumentType, missing: MissingFields): boolean {
  const line = array === undefined ? undefined : type.shape.fields[array]?.line
  switch (root) {
    case 'lookups': return type.lookups[names[0] ?? '']?.exposed !== true
    case 'line': return line !== undefined && inOwn(line, `${array ?? ''}.`, names, missing)
    case 'self': return line === undefined ? inOwn(type.shape, '', names, missing) : inOwn(line, `${array ?? ''}.`, names, missing)
    case 'doc': case 'prev': return inOwn(type.shape, '', names, missing)
    case 'option': return option !== undefined && inRecord(option, names, missing)
    case 'input': return input !== undefined && throughReference(input, names, missing)
    case 'lists': return inList(names, type, missing)
    default: return false
  }
}

/** Whether a path reads anything missing in the document or one of its lines. Reading the whole reads everything that it should hold. */
function inOwn(shape: KnownShape, prefix: string, [name, ...rest]: string[], missing: MissingFields): boolean {
  if (name === '#') return false
  if (name === undefined || name === '*') return [...missing.fields].some((path) => path.startsWith(prefix))
  if (missing.fields.has(prefix + name)) return true
  const line = shape.fields[name]?.line
  if (line !== undefined) return inOwn(line, `${name}.`, rest[0] === '*' ? rest.slice(1) : rest, missing)
  return throughReference(shape, [name, ...rest], missing, prefix)
}

/** Whether a path reads anything missing in the record that a field refers to, by that record's name in rules. */
function throughReference(shape: KnownShape, names: string[], missing: MissingFields, prefix = ''): boolean {
  const read = recordRead(shape, names)
  return read !== undefined && (missing.fields.has(prefix + read.field.name) || inRecord(read.to, read.path, missing))
}

/** Whether a path reads anything missing in a record of a type. Whether the record exists can be asked of any record that is available. */
function inRecord(type: string, [name, ...rest]: string[], missing: MissingFields): boolean {
  const lacking = missing.inOtherTypes?.[type]
  if (lacking === 'all') return true
  if (name === undefined) return false
  if (lacking?.includes(name) === true) return true
  const shape = missing.shapeOf?.(type)
  if (shape === undefined) return false
  const line = shape.fields[name]?.line
  if (line !== undefined) return rest[0] === '*' && lacking?.includes(`${name}.${rest[1] ?? ''}`) === true
  return throughReference(shape, [name, ...rest], { ...missing, fields: new Set() })
}

function inList([name, , ...rest]: string[], type: ResolvedDocumentType, missing: MissingFields): boolean {
  const of = name === undefined ? undefined : type.lists[name]?.of
  if (of === undefined) return false
  // If a type cannot be listed, the server reads no rows of it either.
  return missing.inOtherTypes?.[of] !== 'all' && inRecord(of, rest, missing)
}
