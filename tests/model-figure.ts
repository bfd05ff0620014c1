import { emptyFigure, type Doc, type FigureValue, type Json, type ResolvedLookup } from '../src/core/index.ts'

type Asked = Pick<ResolvedLookup, 'figure' | 'field' | 'by' | 'per' | 'group'>
type Given = string | number | boolean

/** The value of a lookup over given documents, computed as simply as possible. `key` is the field that identifies them. */
export function modelFigure(asked: Asked, docs: Doc[], key: string): FigureValue {
  const { per } = asked
  if (per === undefined) return figureOver(asked, docs, key) ?? emptyFigure(asked)
  const found = [...new Set(docs.map((doc) => given(doc[per])))]
  // `sort` always puts undefined last, whatever the comparator.
  const groups = [...found.filter((group) => group === undefined), ...found.sort(byOrder).filter((group) => group !== undefined)].slice(0, 200)
  return groups.map((group) => {
    const value = figureOver(asked, docs.filter((doc) => given(doc[per]) === group), key)
    return { ...(group !== undefined && { group }), ...(value !== undefined && { value }) }
  })
}

function figureOver({ figure, field = '', by = '' }: Asked, docs: Doc[], key: string): Given | undefined {
  if (figure === 'count') return docs.length
  const values = docs.flatMap((doc) => given(doc[field]) ?? [])
  if (figure === 'sum') return values.reduce<number>((sum, value) => sum + Number(value), 0)
  if (figure === 'max') return values.sort(byOrder).at(-1)
  if (figure === 'min') return values.sort(byOrder)[0]
  const dated = docs.filter((doc) => given(doc[by]) !== undefined).sort((a, b) => byOrder(given(a[by]), given(b[by])) || byOrder(given(a[key]), given(b[key])))
  return given(dated.at(figure === 'latest' ? -1 : 0)?.[field])
}

function given(value: Json | undefined): Given | undefined {
  return value === null || value === undefined || value === '' || typeof value === 'object' ? undefined : value
}

/** Empty values first; texts by code point, which is not how JavaScript compares them. */
function byOrder(a: Given | undefined, b: Given | undefined): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined)
  if (typeof a !== 'string' || typeof b !== 'string') return Number(a) - Number(b)
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
