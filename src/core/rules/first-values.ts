import { dependenciesOf } from '../expressions/dependencies.ts'
import type { ResolvedDocumentType, ResolvedField, ResolvedShape } from '../manifest/resolve/resolved.ts'

/** What the first values of a type hang on. */
export interface FirstValueReads {
  /** Lists, or records that the document refers to. */
  readRecords: boolean
  /** Arrays whose new lines start with a value that reads the header. */
  linesOf: ReadonlySet<string>
}

type Read = readonly string[]

/** What the `x-default` and `x-stamp` values of a type read, themselves or through what works out the document that they read. */
export function firstValueReads(manifest: Pick<ResolvedDocumentType, 'shape' | 'rules'>): FirstValueReads {
  const { shape } = manifest
  const arrays = Object.values(shape.fields).filter(({ line }) => line !== undefined)
  const shapes = [shape, ...arrays.map(({ line }) => line!)]
  const fields = shapes.flatMap((one) => Object.values(one.fields))
  const records = new Set(fields.flatMap(({ ref }) => ref?.as ?? []))
  const linesOf = new Set(arrays.filter(({ line }) => firstReadsOf(line!).some(readsDocument)).map(({ name }) => name))
  const isWorkedOutFor = linesOf.size > 0 || readsOf(Object.values(shape.fields).map(({ stamp }) => stamp)).some((read) => readsDocument(read) || read[0] === 'self')
  const reads = [...shapes.flatMap(firstReadsOf), ...(isWorkedOutFor ? writersReadsOf(manifest, fields) : [])]
  // A record stands anywhere on the way: doc.homeRecord, doc.lines.*.codeRecord.
  return { readRecords: reads.some(([root, ...names]) => root === 'lists' || names.some((name) => records.has(name))), linesOf }
}

function firstReadsOf({ fields }: ResolvedShape): Read[] {
  return readsOf(Object.values(fields).flatMap(({ defaultExpression, stamp }) => [defaultExpression, stamp]))
}

/** Of all that writes into the document: a computed total of the header may add up what the lines work out. */
function writersReadsOf({ rules }: Pick<ResolvedDocumentType, 'rules'>, fields: ResolvedField[]): Read[] {
  const writing = Object.values(rules).filter(({ effect }) => effect === 'value' || effect === 'visible' || effect === 'enabled')
  return readsOf([...fields.flatMap(({ compute, computeWhile }) => [compute, computeWhile]), ...writing.flatMap(({ expression, when }) => [expression, when])])
}

function readsOf(expressions: (string | undefined)[]): Read[] {
  return expressions.flatMap((one) => (one === undefined ? [] : dependenciesOf(one)))
}

function readsDocument([root]: Read): boolean {
  return root === 'doc'
}
