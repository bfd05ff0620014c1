import { describe, expect, it } from 'vitest'
import type { Catalogue, ResolvedDocumentType } from '../manifest/resolve/resolved.ts'
import { equalityFields, keyOfFigure, keysOfRecord } from './figure-keys.ts'
import type { RowPredicate } from './row-predicate.ts'

describe('the fields that select the records of a figure', () => {
  it.each<[string, string[]]>([
    ['row.bank == doc.code', ['bank']],
    ['doc.code == row.?bank && row["site"] == user.employee', ['bank', 'site']],
    ['row.bank == doc.code && row.no != doc.no && row.date <= doc.date', ['bank']],
    ['row.status in ["Open", "Sent"] && row.owner == doc.owner', ['owner']],
    ['has(line.receipt) && line.receipt in row.receipts', ['receipts']],
  ])('the condition %s selects by %j', (where, fields) => expect(equalityFields(where)).toEqual(fields))

  it.each(['row.status == "Current" && row.open == true', 'row.bank == doc.code || row.site == doc.site', 'row.bank == row.site', '!(row.bank == doc.code)'])('the condition %s selects by no field', (where) => expect(equalityFields(where)).toEqual([]))
})

const field = (name: string) => ({ name, role: 'data' as const, type: 'string' as const })
const is = (name: string, value: string): RowPredicate => ({ kind: 'compare', op: '=', field: field(name), value })

/** Lookups select entries by bank, by bank and day, and by what they settle; one compares with a constant only. */
const WHERE = { byBank: 'row.bank == doc.code', byDay: 'row.day == doc.day && row.bank == doc.bank', bySettled: 'doc.no in row.settles', all: 'row.status == "Open"' }
const entry = { id: 'entry', key: 'no', stateField: 'status', owner: 'holder', lookups: {} } as unknown as ResolvedDocumentType
const float = { id: 'float', lookups: Object.fromEntries(Object.entries(WHERE).map(([name, where]) => [name, { name, of: 'entry', where }])) } as unknown as ResolvedDocumentType
const catalogue = { types: { entry, float } } as unknown as Catalogue

describe('the keys of the figures that count a record', () => {
  const record = { key: 'E1', state: 'Open', rev: 1, data: { bank: 'B1', day: '2026-06-15', settles: ['R1', 'R2'] } }

  it('they include the key of every lookup that may count the record', () => {
    const keys = keysOfRecord(catalogue, entry, record)
    expect(keys).toContain(keyOfFigure('entry', WHERE.byBank, is('bank', 'B1')))
    expect(keys).toContain(keyOfFigure('entry', WHERE.byDay, { kind: 'and', terms: [is('bank', 'B1'), is('day', '2026-06-15')] }))
    for (const no of ['R1', 'R2']) expect(keys).toContain(keyOfFigure('entry', WHERE.bySettled, { kind: 'includes', field: field('settles'), value: no }))
    expect(keys).toContain(keyOfFigure('entry', WHERE.all, is('status', 'Open')))
    expect(keys).toHaveLength(5)
  })

  it('they leave out lookups for values that the record does not have', () => {
    const keys = keysOfRecord(catalogue, entry, { ...record, data: { bank: 'B2' } })
    expect(keys).not.toContain(keyOfFigure('entry', WHERE.byBank, is('bank', 'B1')))
    expect(keys).toHaveLength(2)
  })

  it('a figure that no record can match has no key', () => {
    expect(keyOfFigure('entry', WHERE.byBank, { kind: 'never' })).toBeUndefined()
  })
})
