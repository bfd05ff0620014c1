import type { Lookup } from '../language/manifest.generated.ts'
import { definedOnly, type OtherTypes } from './resolve-shape.ts'
import type { FigureKind, FigureType, ResolvedField, ResolvedLookup } from './resolved.ts'

/** The figures that a lookup may name; a lookup that names none is a count. */
export const FIGURES = ['sum', 'max', 'min', 'latest', 'earliest'] as const satisfies FigureKind[]

/**
 * A lookup with its kind of figure and the types that expressions read it by. A field that does not fit or does not exist counts as a
 * number until the checks refuse it.
 */
export function resolveLookup(name: string, declared: Lookup, others: Pick<OtherTypes, 'fieldTypeOf' | 'fieldFormatOf'>): ResolvedLookup {
  const figure = FIGURES.find((one) => declared[one] !== undefined) ?? 'count'
  const asked = figure === 'count' ? undefined : declared[figure]
  const { field, by } = typeof asked === 'object' ? asked : { field: asked, by: undefined }
  const typeOf = (one: string): FigureType => figureTypeOf(others.fieldTypeOf(declared.of, one)) ?? 'number'
  const isOfField = figure !== 'count' && figure !== 'sum' && field !== undefined
  return {
    name, of: declared.of, where: declared.where, figure, value: isOfField ? typeOf(field) : 'number',
    ...definedOnly({
      field, by, per: declared.per, group: declared.per === undefined ? undefined : typeOf(declared.per), when: declared.when, each: declared.each, exposed: declared.exposed,
      format: isOfField ? others.fieldFormatOf(declared.of, field) : undefined,
    }),
  }
}

/** The type of a figure over a field; undefined for a field that holds several values. */
export function figureTypeOf(type: ResolvedField['type'] | undefined): FigureType | undefined {
  if (type === 'integer') return 'number'
  return type === 'array' || type === 'object' ? undefined : type
}
