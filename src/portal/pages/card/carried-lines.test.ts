import { describe, expect, it } from 'vitest'
import type { ClientManifest } from '../../../contract/index.ts'
import type { ResolvedField, ResolvedPage } from '../../../core/index.ts'
import type { References } from '../../form/references.ts'
import { carriedLines } from './carried-lines.ts'

const field = (name: string, more: Partial<ResolvedField> = {}): ResolvedField => ({ name, wire: name, type: 'string', title: name, ...more }) as ResolvedField
const line = { fields: { item: field('item', { ref: { to: 'thing' } as NonNullable<ResolvedField['ref']> }), quantity: field('quantity', { type: 'number' }), place: field('place') } }
const manifest = { shape: { fields: { lines: { ...field('lines'), line } } } } as unknown as ClientManifest
const given: NonNullable<ResolvedPage['lines']> = { from: { in: 'query', name: 'items' }, field: 'lines', values: ['item', 'quantity', 'place'] }
const known = new Set(['LAMP', 'PAPER'])
const references = { loadRecords: () => Promise.resolve(), ref: (_: string, key: string) => (known.has(key) ? { code: key } : undefined) } as unknown as References

describe('lines in an address', () => {
  it.each([
    ['codes only', 'LAMP,PAPER', [{ item: 'LAMP' }, { item: 'PAPER' }], []],
    ['a quantity and a place', 'LAMP:12:MAIN', [{ item: 'LAMP', quantity: 12, place: 'MAIN' }], []],
    ['a missing value', 'LAMP::MAIN', [{ item: 'LAMP', place: 'MAIN' }], []],
    ['more values than fields', 'LAMP:1:MAIN:x', [{ item: 'LAMP', quantity: 1, place: 'MAIN' }], []],
    ['an invalid number', 'LAMP:many', [{ item: 'LAMP' }], []],
    ['blanks and empty rows', ' LAMP : 3 ,, ', [{ item: 'LAMP', quantity: 3 }], []],
    ['the key of no record', 'LAMP,GONE:4', [{ item: 'LAMP' }], ['GONE']],
    ['base64 of the earlier portal', btoa('LAMP,PAPER'), [{ item: 'LAMP' }, { item: 'PAPER' }], []],
    ['an empty text', '', [], []],
  ])('they are read from %s', async (_, text, lines, unknown) => {
    expect(await carriedLines(references, manifest, { given, text })).toEqual({ array: 'lines', lines, unknown })
  })
})
