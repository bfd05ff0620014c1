import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { celEvaluator } from '../testing/cel-evaluator.ts'
import { makeActor, makeShape, makeState, makeType } from '../testing/make-type.ts'
import { runToCompletion } from '../pieces.ts'
import { accepting, type Accepted } from './accept.ts'
import type { Doc, Json } from './json.ts'
import { project } from '../redaction/project.ts'

const manifest = makeType({
  attachments: { field: 'attachments', maxBytes: 10, maxFiles: 1, types: [], requiredFor: [] },
  endpoints: { send: [{ name: 'send', method: 'POST', path: 'send', key: { in: 'body', name: 'headerNo' }, fixedQuery: {} }] },
})
const stored: Doc = {
  no: 'C-0001', status: 'Open', employee_no: 'E1', description: 'Taxi', total: 30, note: 'internal',
  lines: [{ line_no: 10000, code: 'TAXI', amount: 10, margin: 'm' }, { line_no: 20000, code: 'BUS', amount: 20 }],
}
const fresh: Doc = { status: 'Open', employee_no: 'E1', lines: [] }

function accept(...given: Parameters<typeof accepting>): Accepted {
  return runToCompletion(accepting(...given))
}

describe('a change of a stored document', () => {
  test.each<[string, Json, Partial<Doc>]>([
    ['a field that is not sent keeps its value', { description: 'Bus' }, { ...stored, description: 'Bus' }],
    ['null empties a field', { description: null }, without('description')],
    ['a blank text empties a field', { description: ' ' }, without('description')],
    ['a text of invisible characters empties a field', { description: '\u200b\u2800' }, without('description')],
    ['an invisible character within a text is kept', { description: 'می\u200cخواهم' }, { ...stored, description: 'می\u200cخواهم' }],
    ['a date in the year 1 is an empty date', { date: '0001-01-01' }, stored],
    ['a wire name sets the field of the inner name', { calenderDays: 2.5 }, { ...stored, calendar_days: 2.5 }],
    ['what the server added to a record may be sent back', { _rev: 3, _actions: ['save'], _refused: {}, _links: {}, approvalEntry: [], attachments: [{ id: '1' }], headerNo: 'C-0001', temp: 'x1' }, stored],
    ['what only the server sets may be sent back unchanged', { no: 'C-0001', status: 'Open', employee_no: 'E1' }, stored],
    ['a computed value is ignored', { total: 99 }, stored],
    ['a line is found by its number and keeps what is not sent', { lines: [{ line_no: 20000, document_no: 'C-0001', amount: 25 }] }, { ...stored, lines: [{ line_no: 20000, code: 'BUS', amount: 25 }] }],
    ['a line without number is new', { lines: [{ expense_code: 'FUEL', amount: 1 }] }, { ...stored, lines: [{ code: 'FUEL', amount: 1 }] }],
    ['a field of a line may be sent under either of its names', { lines: [{ code: 'FUEL' }, { code: 'X', expense_code: 'X', document_no: '' }] }, { ...stored, lines: [{ code: 'FUEL' }, { code: 'X' }] }],
    ['an empty list removes all lines', { lines: [] }, { ...stored, lines: [] }],
  ])('%s', (_, wire, doc) => {
    expect(accept(manifest, wire, stored)).toEqual({ doc, issues: [] })
  })
})

describe('a state that has a wire name', () => {
  const wired = makeType({
    stateField: 'stage', shape: makeShape({ no: { readOnly: true }, stage: { wire: 'status' }, outcome: { compute: 'doc.stage' } }),
    states: { Open: makeState('Open'), Begun: makeState('Begun', { wire: { stage: 'Released', outcome: 'Under way' } }), Done: makeState('Done', { wire: { stage: 'Released' } }) },
  })
  const sendBack = (stage: string, status: string): ReturnType<typeof accept> => accept(wired, { no: 'C-0001', status, outcome: 'Under way', _state: stage }, { no: 'C-0001', stage })

  test.each([['Open', 'Open'], ['Begun', 'Released'], ['Done', 'Released']])('a record in %s may be sent back as %s', (stage, status) => {
    expect(sendBack(stage, status)).toEqual({ doc: { no: 'C-0001', stage }, issues: [] })
  })

  test.each([
    ['Open', 'Released'], ['Begun', 'Open'],
    // If it were accepted, a person who may not see the state could find it out by guessing.
    ['Begun', 'Begun'], ['Begun', 'Done'],
  ])('a record in %s may not be sent back as %s', (stage, status) => {
    expect(sendBack(stage, status)).toEqual({ doc: { no: 'C-0001', stage }, issues: [{ path: 'stage', rule: 'readOnly', message: 'stage cannot be changed.', severity: 'error' }] })
  })

  test('a new record may be sent with the wire name of its initial state', () => {
    expect(accept(wired, { status: 'Released' }, undefined, { fresh: { stage: 'Begun' } })).toEqual({ doc: { stage: 'Begun' }, issues: [] })
  })
})

describe('what a client may not send', () => {
  const long = 'x'.repeat(4001)
  test.each<[string, Json, string, string, string]>([
    ['an unknown field', { descripton: 'x' }, 'descripton', 'unknownField', 'There is no field “descripton”; did you mean “description”?'],
    ['an internal field', { note: 'x' }, 'note', 'unknownField', 'There is no field “note”'],
    ['an inner name in place of the wire name', { calendar_days: 1 }, 'calendar_days', 'unknownField', 'did you mean “calenderDays”'],
    ['a forged owner', { employee_no: 'E2' }, 'employee_no', 'readOnly', 'Employee cannot be changed.'],
    ['a different state', { status: 'Released' }, 'status', 'readOnly', 'status cannot be changed.'],
    ['a different document number', { no: 'C-0002' }, 'no', 'readOnly', '#No. cannot be changed.'],
    ['a number for a text', { description: 5 }, 'description', 'type', 'Description must be text.'],
    ['a text for a number', { calenderDays: '5' }, 'calendar_days', 'type', 'calendar_days must be a number.'],
    ['a text for a yes or no', { urgent: 'true' }, 'urgent', 'type', 'urgent must be yes or no.'],
    ['a fraction for a whole number', { count: 1.5 }, 'count', 'type', 'count must be a whole number.'],
    ['a value outside the choices', { kind: 'Mars' }, 'kind', 'enum', 'kind must be one of Local, Abroad.'],
    ['a date that does not exist', { date: '2026-02-30' }, 'date', 'format', 'date must be a date such as 2026-06-15.'],
    ['a date in the year 0', { date: '0000-05-05' }, 'date', 'format', 'date must be a date such as 2026-06-15.'],
    ['an oversized text', { description: long }, 'description', 'maxLength', 'Description can have at most 4000 characters.'],
    ['a text that the database cannot store', { description: 'a\0b' }, 'description', 'unstorable', 'Description contains characters that cannot be stored.'],
    ['half a surrogate pair', { description: '\ud800' }, 'description', 'unstorable', 'Description contains characters that cannot be stored.'],
    ['an amount with three decimals', { lines: [{ amount: 0.333 }] }, 'lines.0.amount', 'decimals', 'amount can have at most two decimals.'],
    ['an amount that is too large', { lines: [{ amount: 1e300 }] }, 'lines.0.amount', 'type', 'amount must be a smaller number.'],
    ['one field under two names with different values', { lines: [{ code: 'A', expense_code: 'B' }] }, 'lines.0.code', 'alias', 'code was sent under several names with different values.'],
    ['a line that does not exist', { lines: [{ line_no: 5 }] }, 'lines.0', 'unknownLine', 'This line is no longer there. Reload.'],
    ['a line sent twice', { lines: [{ line_no: 10000 }, { line_no: 10000 }] }, 'lines.1', 'repeatedLine', 'This line was sent twice.'],
    ['a line of another document', { lines: [{ document_no: 'C-0009' }] }, 'lines.0.document_no', 'readOnly', 'document_no cannot be changed.'],
    ['an unknown field of a line', { lines: [{ ammount: 5 }] }, 'lines.0.ammount', 'unknownField', 'did you mean “amount”'],
    ['an object for the list of lines', { lines: { a: 1 } }, 'lines', 'type', 'lines must be a list of lines.'],
    ['a text for a line', { lines: ['x'] }, 'lines.0', 'type', 'lines must be a line.'],
    ['a list of too many lines', { lines: [{}, {}, {}, {}] }, 'lines', 'maxItems', 'There can be at most 3 lines.'],
    ['a list for the document', [], '', 'type', 'Claim must be an object of fields.'],
    ['null for the document', null, '', 'type', 'Claim must be an object of fields.'],
    ['a prototype', JSON.parse('{"__proto__":{"admin":true}}') as Json, '__proto__', 'unknownField', 'There is no field “__proto__”.'],
    ['a constructor', { constructor: 'x' }, 'constructor', 'unknownField', 'There is no field “constructor”.'],
  ])('%s is refused at its place', (_, wire, path, rule, message) => {
    const { doc, issues } = accept(manifest, wire, stored)
    expect(issues).toMatchObject([{ path, rule, severity: 'error' }])
    expect(issues[0]?.message).toContain(message)
    expect(doc['employee_no']).toBe('E1')
    expect(Object.getPrototypeOf(doc)).toBe(Object.prototype)
  })

  test('a hostile body is answered with at most 50 issues', () => {
    const wire = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`f${index}`, 1]))
    expect(accept(manifest, wire, stored).issues).toHaveLength(50)
  })

  test('the stored document is not modified', () => {
    const before = structuredClone(stored)
    accept(manifest, { description: 'x', lines: [{ line_no: 10000, amount: 1 }, { amount: 2 }] }, stored)
    expect(stored).toEqual(before)
  })
})

describe('a new document', () => {
  test('it starts from defaults and stamps, and its lines lose the numbers that a screen gave them', () => {
    const { doc, issues } = accept(manifest, { description: 'Taxi', employee_no: 'E1', lines: [{ line_no: 7, document_no: '', amount: 5 }] }, undefined, { fresh, *makingLine() { yield; return { margin: 'd' } } })
    expect(issues).toEqual([])
    expect(doc).toEqual({ ...fresh, description: 'Taxi', lines: [{ margin: 'd', amount: 5 }] })
  })

  test.each<[string, Json, string]>([
    ['a document for somebody else', { employee_no: 'E2' }, 'employee_no'], ['a document with a number', { no: 'C-9' }, 'no'], ['a document in another than its initial state', { status: 'Released' }, 'status'],
  ])('%s is refused', (_, wire, path) => {
    expect(accept(manifest, wire, undefined, { fresh }).issues).toMatchObject([{ path, rule: 'readOnly' }])
  })

  test('the key of a master is entered once and cannot be changed later', () => {
    const base = makeType()
    const { series: _, ...rest } = base
    const master = { ...rest, kind: 'master' as const, states: {}, shape: { ...base.shape, fields: { ...base.shape.fields, no: { ...base.shape.fields['no']!, readOnly: false } } } }
    expect(accept(master, { no: 'TAXI' }, undefined)).toEqual({ doc: { no: 'TAXI' }, issues: [] })
    expect(accept(master, { no: 'BUS' }, { no: 'TAXI' }).issues).toMatchObject([{ path: 'no', rule: 'readOnly' }])
  })
})

test('any JSON is answered with issues and a document that keeps what only the server sets', () => {
  const names = fc.constantFrom('no', 'description', 'lines', 'total', 'count', 'urgent', 'kind', 'date', 'calenderDays', '__proto__', 'x')
  const value = fc.oneof(fc.jsonValue(), fc.array(fc.dictionary(fc.constantFrom('line_no', 'amount', 'code', 'expense_code'), fc.jsonValue()), { maxLength: 4 }))
  fc.assert(fc.property(fc.oneof(fc.jsonValue(), fc.dictionary(names, value)), (wire) => {
    const { doc, issues } = accept(manifest, wire, stored)
    expect(doc).toMatchObject({ no: 'C-0001', employee_no: 'E1', status: 'Open', total: 30 })
    expect(Array.isArray(issues)).toBe(true)
  }), { numRuns: 1000 })
})

test('a record is accepted as the server sent it, without a change', () => {
  const wire = project(manifest, { key: 'C-0001', state: 'Open', owner: 'E1', rev: 1, data: stored }, { actor: makeActor(), evaluator: celEvaluator })
  expect(accept(manifest, wire, stored)).toEqual({ doc: stored, issues: [] })
})

function without(name: string): Doc {
  return Object.fromEntries(Object.entries(stored).filter(([field]) => field !== name))
}
