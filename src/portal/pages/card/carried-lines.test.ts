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

describe('lines that an address carries', () => {
  it.each([
    ['codes alone', 'LAMP,PAPER', [{ item: 'LAMP' }, { item: 'PAPER' }], []],
    ['a quantity and a place', 'LAMP:12:MAIN', [{ item: 'LAMP', quantity: 12, place: 'MAIN' }], []],
    ['a value left out', 'LAMP::MAIN', [{ item: 'LAMP', place: 'MAIN' }], []],
    ['more than there are fields', 'LAMP:1:MAIN:x', [{ item: 'LAMP', quantity: 1, place: 'MAIN' }], []],
    ['a number that is none', 'LAMP:many', [{ item: 'LAMP' }], []],
    ['blanks and empty places', ' LAMP : 3 ,, ', [{ item: 'LAMP', quantity: 3 }], []],
    ['what is no record', 'LAMP,GONE:4', [{ item: 'LAMP' }], ['GONE']],
    ['base64 of the earlier portal', btoa('LAMP,PAPER'), [{ item: 'LAMP' }, { item: 'PAPER' }], []],
    ['nothing', '', [], []],
  ])('%s', async (_, text, lines, unknown) => {
    expect(await carriedLines(references, manifest, { given, text })).toEqual({ array: 'lines', lines, unknown })
  })
})
