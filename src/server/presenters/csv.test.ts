import { expect, it } from 'vitest'
import type { JsonObject, ResolvedDocumentType, ResolvedField } from '../../core/index.ts'
import { csvHeading, csvLine } from './csv.ts'

const manifest = { stateField: 'status', states: { Released: { name: 'Released', label: 'Approved' } }, shape: { fields: {} } } as unknown as ResolvedDocumentType
const columnOf = (name: string, field: object = {}) => ({ title: name, field: { name, wire: name, type: 'string', ...field } as ResolvedField })
const cell = (value: JsonObject[string], field: object = {}): string => csvLine(manifest, [columnOf('x', field)], { x: value }).replace(/\r\n$/, '')

it('a file begins with the mark of UTF-8 and the titles, and its lines end as RFC 4180 asks', () => {
  expect(csvHeading([columnOf('No.'), columnOf('Amount, total')])).toBe('\uFEFFNo.,"Amount, total"\r\n')
  expect(csvLine(manifest, [columnOf('a'), columnOf('b')], { a: '1' })).toBe('1,\r\n')
})

it.each<[string, JsonObject[string], object, string]>([
  ['a comma', 'Taxi, lunch', {}, '"Taxi, lunch"'],
  ['a quotation mark', 'the "old" bridge', {}, '"the ""old"" bridge"'],
  ['what divides cells elsewhere', 'a; b\tc', {}, '"a; b\tc"'],
  ['a hyphen inside a text', 'a-b; c = d', {}, '"a-b; c = d"'],
  ['a line break', 'one\ntwo', {}, '"one\ntwo"'],
  ['an amount', -1250.5, { type: 'number' }, '-1250.5'],
  ['a date', '2026-11-21', { format: 'date' }, '2026-11-21'],
  ['an empty date', '0001-01-01', { format: 'date' }, ''],
  ['yes', true, { type: 'boolean' }, 'Yes'],
  ['a choice', 'F', { enum: ['F'], enumTitles: { F: 'Field' } }, 'Field'],
  ['lines', [{}, {}], { type: 'array', line: {} }, '2'],
  ['several records', ['EMP-1', 'EMP-2'], { type: 'array' }, '"EMP-1, EMP-2"'],
  ['nothing', null, {}, ''],
])('%s is written for spreadsheets', (_, value, field, text) => {
  expect(cell(value, field)).toBe(text)
})

it.each(['=1+1', '+254700', '-5', '@SUM(A1)', '\t=1', '\r=1', '  =1', '\u200b=1', '＝1+1'])('the text %j is no formula', (text) => {
  expect(cell(text)).toMatch(/^"?'/)
})

it.each([
  ['a;=1+1;b', '"a;\'=1+1;b"'], ['a; +1', '"a;\' +1"'], ['a;;-1', '"a;;\'-1"'], ['a\t@SUM(A1)', '"a\t\'@SUM(A1)"'], ['a\n=1', '"a\n\'=1"'], ['a\r\n-1', '"a\r\n\'-1"'],
  ['a;"=1";b', '"a;\'""=1"";b"'], ['a;\u200b＝1', '"a;\'\u200b＝1"'], ['=1;=2', '"\'=1;\'=2"'],
])('the text %j has no formula in it where semicolons, tabs or line breaks divide cells', (text, written) => {
  expect(cell(text)).toBe(written)
})

it('a state is written as people read it, the exact one where several share a status', () => {
  const status = columnOf('status')
  expect(csvLine(manifest, [status], { status: 'Released' })).toBe('Approved\r\n')
  expect(csvLine(manifest, [status], { status: 'Other', _state: 'Released' })).toBe('Approved\r\n')
})
