import { recordRead } from '../../document/referred.ts'
import type { ReadPath } from '../../expressions/dependencies.ts'
import type { Place } from '../../expressions/language.ts'
import { nearest } from '../read/nearest.ts'
import type { Catalogue, ResolvedDocumentType, ResolvedShape } from '../resolve/resolved.ts'

export interface UnknownRead { name: string; known: string[]; suggestion: string | undefined; offset: number }

/**
 * The first field that an expression reads and that does not exist, with the nearest existing name. The evaluator's own check does not look
 * into values that it has no type for.
 */
export function unknownRead(source: string, reads: readonly ReadPath[], place: Place, type: ResolvedDocumentType, catalogue: Pick<Catalogue, 'types'>): UnknownRead | undefined {
  for (const read of reads) {
    const start = shapeOf(read[0] ?? '', place, type, catalogue)
    const found = start === undefined ? undefined : walk(start, read.slice(1), catalogue)
    if (found !== undefined) return { ...found, suggestion: nearest(found.name, found.known), offset: Math.max(0, source.indexOf(found.name)) }
  }
  return undefined
}

/** The shape of a variable's value at a place of a type; undefined if it is no record. A dashboard is of no type. */
export function shapeOf(variable: string, place: Place, type: ResolvedDocumentType | undefined, catalogue: Pick<Catalogue, 'types'>): ResolvedShape | undefined {
  const array = 'array' in place ? place.array : undefined
  if (variable === 'doc' || variable === 'prev') return type?.shape
  if (variable === 'self') return array === undefined ? type?.shape : type?.shape.fields[array]?.line
  if (variable === 'line' && array !== undefined) return type?.shape.fields[array]?.line
  if (variable === 'option' && place.at === 'option') return catalogue.types[place.to]?.shape
  if (variable === 'row' && (place.at === 'list' || place.at === 'lookup')) return catalogue.types[place.of]?.shape
  if (variable === 'input' && place.at === 'action') return place.input
  if (variable === 'input' && (place.at === 'lookup' || place.at === 'header')) return type && everyInput(type)
  return undefined
}

/** The input of every action: a lookup serves all actions that read it. */
function everyInput({ actions }: ResolvedDocumentType): ResolvedShape {
  return { name: 'input', required: [], fields: Object.assign({}, ...Object.values(actions).map((action) => action.input?.fields ?? {})) as ResolvedShape['fields'] }
}

function walk(shape: ResolvedShape, names: string[], catalogue: Pick<Catalogue, 'types'>): { name: string; known: string[] } | undefined {
  const [name] = names
  if (name === undefined || name === '*') return undefined
  const field = Object.hasOwn(shape.fields, name) ? shape.fields[name] : undefined
  if (field !== undefined && field.line === undefined) return undefined
  const rest = names.slice(1)
  if (field?.line !== undefined) return rest[0] === '*' ? walk(field.line, rest.slice(1), catalogue) : undefined
  const read = recordRead(shape, names)
  const target = read === undefined ? undefined : catalogue.types[read.to]?.shape
  if (read !== undefined) return target === undefined ? undefined : walk(target, read.path, catalogue)
  return { name, known: Object.values(shape.fields).flatMap((one) => (one.ref?.as === undefined ? [one.name] : [one.name, one.ref.as])) }
}
