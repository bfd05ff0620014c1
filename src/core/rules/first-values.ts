import { dependenciesOf } from '../expressions/dependencies.ts'
import type { ResolvedDocumentType, ResolvedShape } from '../manifest/resolved.ts'

/** What the first values of a type hang on. */
export interface FirstValueReads {
  /** Lists, or records that the document refers to. */
  readRecords: boolean
  /** Arrays whose new lines start with a value that reads the header. */
  linesOf: ReadonlySet<string>
}

/** What the `x-default` and `x-stamp` values of a type read. */
export function firstValueReads({ shape }: Pick<ResolvedDocumentType, 'shape'>): FirstValueReads {
  const arrays = Object.values(shape.fields).filter(({ line }) => line !== undefined)
  const records = new Set([shape, ...arrays.map(({ line }) => line!)].flatMap(({ fields }) => Object.values(fields)).flatMap(({ ref }) => ref?.as ?? []))
  const reads = [shape, ...arrays.map(({ line }) => line!)].flatMap(readsOf)
  return {
    readRecords: reads.some(([root, name = '']) => root === 'lists' || records.has(name)),
    linesOf: new Set(arrays.filter(({ line }) => readsOf(line!).some(([root]) => root === 'doc')).map(({ name }) => name)),
  }
}

function readsOf({ fields }: ResolvedShape): (readonly string[])[] {
  return Object.values(fields).flatMap(({ defaultExpression, stamp }) => [defaultExpression, stamp]).flatMap((one) => (one === undefined ? [] : dependenciesOf(one)))
}
