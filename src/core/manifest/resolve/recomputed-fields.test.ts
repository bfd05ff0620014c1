import { describe, expect, test } from 'vitest'
import { makeRule } from '../../rules/testing/expense-catalogue.ts'
import { makeShape, makeType } from '../../testing/make-type.ts'
import { recomputedFields } from './recomputed-fields.ts'
import type { ResolvedDocumentType, ResolvedField } from './resolved.ts'

type Fields = Record<string, Partial<ResolvedField>>
const KEY: Partial<ResolvedField> = { index: true, internal: true }

/** A type with these fields beside a few stored ones. */
function typeOf(header: Fields, line: Fields = {}, rules: ResolvedDocumentType['rules'] = {}): ResolvedDocumentType {
  const lines: Partial<ResolvedField> = { type: 'array', line: makeShape({ supplier: { ref: { to: 'supplier', as: 'supplierRecord', label: 'name' } }, amount: { type: 'number' }, ...line }) }
  return makeType({ shape: makeShape({ no: {}, name: {}, lines, ...header }), rules })
}
const pathsOf = (type: ResolvedDocumentType): string[] => recomputedFields(type).map(({ path }) => path)

describe('recomputed fields', () => {
  test.each<[string, string[], ResolvedDocumentType]>([
    ['include one that reads its own record and state', ['key'], typeOf({ key: { ...KEY, compute: 'state + doc.name' } })],
    ['include the computed fields that it reads, through others and from lines', ['key', 'first', 'lines.key', 'lines.part'], typeOf(
      { key: { ...KEY, compute: 'doc.first + doc.lines.map(l, l.key).join("")' }, first: { compute: 'self.name' } },
      { key: { compute: 'line.part + self.supplier' }, part: { compute: 'doc.name' }, other: { compute: 'line.supplier' } },
    )],
    ['include every computed field of lines that are read as a whole', ['key', 'lines.part'], typeOf({ key: { ...KEY, compute: 'string(doc.lines == [])' } }, { part: { compute: 'line.supplier' } })],
    ['include none of lines that are only counted', ['key'], typeOf({ key: { ...KEY, compute: 'string(size(doc.lines))' } }, { part: { compute: 'line.supplier' } })],
    ['name one once that several read', ['key', 'part', 'also'], typeOf({ key: { ...KEY, compute: 'doc.part' }, also: { ...KEY, compute: 'doc.part' }, part: { compute: 'doc.name' } })],
    ['end where computed fields read each other in a circle', ['key', 'part'], typeOf({ key: { ...KEY, compute: 'doc.part' }, part: { compute: 'doc.key' } })],
    ['exclude one without an index', [], typeOf({ key: { internal: true, compute: 'doc.name' } })],
    ['exclude one that people enter', [], typeOf({ key: KEY })],
    ['exclude one that reads the day', [], typeOf({ key: { ...KEY, compute: 'doc.name + today' } })],
    ['exclude one that reads another record', [], typeOf({ key: { ...KEY, compute: 'doc.lines.map(l, l.supplierRecord.name).join("")' } })],
    ['exclude one that reads a figure through another field', [], typeOf({ key: { ...KEY, compute: 'doc.part' }, part: { compute: 'string(lookups.open)' } })],
    ['exclude one that is computed for a while', [], typeOf({ key: { ...KEY, compute: 'doc.name', computeWhile: 'state == "Open"' } })],
    ['exclude one that reads a field computed for a while', [], typeOf({ key: { ...KEY, compute: 'doc.part' }, part: { compute: 'doc.name', computeWhile: 'state == "Open"' } })],
    ['exclude one that a rule writes too', [], typeOf({ key: { ...KEY, compute: 'doc.name' } }, {}, { rule: makeRule('rule', ['key'], 'value', '"x"') })],
    ['exclude one that a rule may empty', [], typeOf({ key: { ...KEY, compute: 'doc.part' }, part: { compute: 'doc.name' } }, {}, { rule: makeRule('rule', ['part'], 'visible', 'has(doc.name)') })],
  ])('%s', (_, expected, type) => {
    expect(pathsOf(type)).toEqual(expected)
  })
})
