import { dependenciesOf } from '../expressions/dependencies.ts'
import type { ResolvedDocumentType, ResolvedField, ResolvedShape } from '../manifest/resolve/resolved.ts'

/** What the first values of a type depend on. */
export interface FirstValueReads {
  /** Whether they read lists or records that the document refers to. */
  readRecords: boolean
  /** Arrays whose new lines start with a value that reads the header. */
  linesOf: ReadonlySet<string>
}

type Read = readonly string[]

/** What the `x-default` and `x-stamp` values of a type read, directly or through the rules that compute the document they read. */
export function firstValueReads(manifest: Pick<ResolvedDocumentType, 'shape' | 'rules'>): FirstValueReads {
  const { shape } = manifest
  const arrays = Object.values(shape.fields).filter(({ line }) => line !== undefined)
  const shapes = [shape, ...arrays.map(({ line }) => line!)]
  const fields = shapes.flatMap((one) => Object.values(one.fields))
  const records = new Set(fields.flatMap(({ ref }) => ref?.as ?? []))
  const linesOf = new Set(arrays.filter(({ line }) => firstReadsOf(line!).some(readsDocument)).map(({ name }) => name))
  const isWorkedOutFor = linesOf.size > 0 || readsOf(Object.values(shape.fields).map(({ stamp }) => stamp)).some((read) => readsDocument(read) || read[0] === 'self')
  const reads = [...shapes.flatMap(firstReadsOf), ...(isWorkedOutFor ? writersReadsOf(manifest, fields) : [])]
  // A record may stand anywhere in the path: doc.homeRecord, doc.lines.*.codeRecord.
  return { readRecords: reads.some(([root, ...names]) => root === 'lists' || names.some((name) => records.has(name))), linesOf }
}

function firstReadsOf({ fields }: ResolvedShape): Read[] {
  return readsOf(Object.values(fields).flatMap(({ defaultExpression, stamp }) => [defaultExpression, stamp]))
}

/** What everything that writes into the document reads: a computed total of the header may add up values that lines compute. */
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
