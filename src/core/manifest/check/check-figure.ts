import type { CheckContext } from './check-context.ts'
import { expectField } from './check-context.ts'
import type { ExpandedType } from '../read/expanded.ts'
import type { Lookup } from '../language/manifest.generated.ts'
import type { KeyPath } from '../read/reporter.ts'
import { FIGURES, figureTypeOf } from '../resolve/resolve-lookup.ts'
import type { FigureType, ResolvedDocumentType } from '../resolve/resolved.ts'

const COMPARED: FigureType[] = ['number', 'string']
const OF_ONE_VALUE: FigureType[] = ['number', 'string', 'boolean']
const WORDS: Record<FigureType, string> = { number: 'a number', string: 'a text or date', boolean: 'yes or no' }

/**
 * Checks that a lookup has one figure, over stored fields of a type that suits it. Does nothing if the type that it reads does not exist.
 */
export function checkFigure(context: CheckContext, expanded: ExpandedType, path: KeyPath, lookup: Lookup): void {
  const target = context.catalogue.types[lookup.of]
  if (target === undefined) return
  const asked = FIGURES.filter((figure) => lookup[figure] !== undefined)
  const expect = (keys: string[], name: string | undefined, types: FigureType[]): void => {
    if (name !== undefined) expectStored(context, expanded, [...path, ...keys], name, { target, types })
  }
  if (asked.length > 1) {
    context.reporter.inType('E109', expanded, [...path, asked[1] ?? ''], `A lookup is one figure: one of ${FIGURES.join(', ')}, or a count.`, { key: true, seen: asked.join(', '), expected: FIGURES.join(' or ') })
  }
  expect(['sum'], lookup.sum, ['number'])
  expect(['max'], lookup.max, COMPARED)
  expect(['min'], lookup.min, COMPARED)
  for (const figure of ['latest', 'earliest'] as const) {
    expect([figure, 'field'], lookup[figure]?.field, OF_ONE_VALUE)
    expect([figure, 'by'], lookup[figure]?.by, COMPARED)
    if (lookup[figure] !== undefined && lookup.per !== undefined) {
      context.reporter.inType('E255', expanded, [...path, 'per'], `"${figure}" cannot be grouped by "per".`, { key: true, seen: figure, expected: 'sum, max, min or none of them' })
    }
  }
  expect(['per'], lookup.per, OF_ONE_VALUE)
}

/** Reports a field that does not exist, has another type, or is not stored. */
function expectStored(context: CheckContext, expanded: ExpandedType, path: KeyPath, name: string, { target, types }: { target: ResolvedDocumentType; types: FigureType[] }): void {
  if (!expectField(context, expanded, path, name, target.shape)) return
  const field = target.shape.fields[name]
  const type = figureTypeOf(field?.type)
  const expected = types.map((one) => WORDS[one]).join(', ')
  if (type === undefined || !types.includes(type)) context.reporter.inType('E218', expanded, path, `"${name}" is not ${types.map((one) => WORDS[one]).join(' or ')}.`, { seen: name, expected })
  else if (field?.live !== undefined || field?.wireOnly === true) context.reporter.inType('E218', expanded, path, `"${name}" is not stored with the documents.`, { seen: name, expected: 'a field that is stored' })
}
