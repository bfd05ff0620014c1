import { dependenciesOf, type ReadPath } from '../../expressions/dependencies.ts'
import type { ResolvedDocumentType, ResolvedField, ResolvedShape, RuleEffect } from './resolved.ts'

/** A field of the header, or of the lines of an array. */
export interface PlacedField { path: string; array: string | undefined; field: ResolvedField }

/** Rules with these effects write the field, so that its expression alone does not give its value. */
const WRITING: ReadonlySet<RuleEffect> = new Set(['value', 'visible', 'enabled'])

/**
 * The fields whose stored values are recomputed when their expressions change, because lookups compare them with newly computed ones: those
 * with an index that follow from nothing but their record, and the computed fields that they read.
 */
export function recomputedFields(type: ResolvedDocumentType): PlacedField[] {
  const indexed = Object.values(type.shape.fields).filter(({ index, compute }) => index && compute !== undefined)
  const found = indexed.flatMap((field) => withSources(type, placed(field)) ?? [])
  return [...new Map(found.map((one) => [one.path, one])).values()]
}

/** The field and the computed fields that it reads, over any number of steps; undefined if they read more than their record. */
function withSources(type: ResolvedDocumentType, start: PlacedField): PlacedField[] | undefined {
  const found = new Map([[start.path, start]])
  // Fields that are added meanwhile are visited too.
  for (const { path, array, field: { compute, computeWhile, live } } of found.values()) {
    const isRuled = Object.values(type.rules).some(({ on, effect }) => on.join('.') === path && WRITING.has(effect))
    if (computeWhile !== undefined || live !== undefined || isRuled) return undefined
    for (const read of dependenciesOf(compute ?? '').map((one) => fieldsRead(type, one, array))) {
      if (read === undefined) return undefined
      for (const one of read) if (one.field.compute !== undefined) found.set(one.path, one)
    }
  }
  return [...found.values()]
}

/** The fields of the record on a path that an expression reads, in lines of `array` or in the header; undefined if the path leads out of it. */
function fieldsRead({ shape }: ResolvedDocumentType, [root, ...names]: ReadPath, array: string | undefined): PlacedField[] | undefined {
  if (root === 'state') return []
  const ofLine = root === 'line' || (root === 'self' && array !== undefined)
  if (!ofLine && root !== 'doc' && root !== 'self') return undefined
  const [first = '', element = '*', name] = ofLine ? [array, '*', ...names] : names
  const header = shape.fields[first]
  if (header?.line === undefined || element === '#') return header && [placed(header)]
  const inLines = name === undefined ? Object.values(header.line.fields) : [header.line.fields[name]]
  return inLines.includes(undefined) ? undefined : [placed(header), ...inLines.flatMap((field) => (field === undefined ? [] : placed(field, first)))]
}

function placed(field: ResolvedField, array?: string): PlacedField {
  return { path: array === undefined ? field.name : `${array}.${field.name}`, array, field }
}

/** The fields that are recomputed alone, and the arrays, uncomputed, so that expressions see their lines. */
export function onlyRecomputed(manifest: ResolvedDocumentType): ResolvedShape {
  const paths = new Set(recomputedFields(manifest).map(({ path }) => path))
  const only = (shape: ResolvedShape, prefix: string): ResolvedShape => ({
    ...shape,
    fields: Object.fromEntries(Object.values(shape.fields).flatMap((field) => {
      const { compute, live, ...stored } = field
      const kept = paths.has(prefix + field.name) ? field : stored
      if (field.line !== undefined) return [[field.name, { ...kept, line: only(field.line, `${field.name}.`) }]]
      return kept === field ? [[field.name, field]] : []
    })),
  })
  return only(manifest.shape, '')
}
