import { expressionPlaces, type Json, type SourceFile } from '../src/core/index.ts'

/** The size of one document type's manifest; `longest` is the length of its longest expression in characters. */
export interface TypeSize { id: string; lines: number; expressions: number; longest: number }

/** The sizes of the document types, largest first, without their traits and mixins. */
export function typeSizes(sources: readonly SourceFile[], schemas: Record<string, unknown>): TypeSize[] {
  const change = expressionPlaces(schemas)
  return sources.filter(({ path }) => /^[^/]+\/[^/]+\/manifest\.json$/.test(path)).map(({ path, text }) => {
    const found: number[] = []
    change('document-type', JSON.parse(text) as Json, (expression) => {
      found.push(expression.length)
      return expression
    })
    return { id: path.split('/')[1] ?? path, lines: text.trimEnd().split('\n').length, expressions: found.length, longest: Math.max(0, ...found) }
  }).sort((one, other) => other.lines - one.lines)
}

/** The sizes as a table, with totals. */
export function sizesText(sizes: readonly TypeSize[]): string {
  const total = { id: `${sizes.length} types`, lines: sum(sizes.map(({ lines }) => lines)), expressions: sum(sizes.map(({ expressions }) => expressions)), longest: Math.max(0, ...sizes.map(({ longest }) => longest)) }
  const row = ({ id, lines, expressions, longest }: TypeSize): string => `${id.padEnd(24)} ${String(lines).padStart(6)} lines ${String(expressions).padStart(6)} expressions, the longest of ${longest} characters`
  return [...sizes, total].map(row).join('\n')
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}
