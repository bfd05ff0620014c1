import { describe, expect, test } from 'vitest'
import { celEvaluator } from '../testing/cel-evaluator.ts'
import { makeActor, makePermission, makeShape, makeState, makeType } from '../testing/make-type.ts'
import { numberLines } from '../document/number-lines.ts'
import type { ResolvedDocumentType, ResolvedLookup, ResolvedRule } from '../manifest/resolve/resolved.ts'
import { project } from './project.ts'
import type { StoredRecord } from '../document/stored-record.ts'

const record: StoredRecord = {
  key: 'C-0001', state: 'Pending', owner: 'E1', rev: 4,
  data: { description: 'Taxi', total: 30.005, secret: 'iban', note: 'server only', temp: 'x', undeclared: 'y', calendar_days: 2, lines: [{ line_no: 10000, code: 'TAXI', amount: 30, margin: 'm', hack: 1 }] },
}
const reader = (roles: string[], assigned: string[] = []) => ({ actor: makeActor({ roles }), evaluator: celEvaluator, assigned: new Set(assigned) })

describe('the projection of a record', () => {
  test('it has the declared fields by wire name, the key, state, owner and revision, and the key in each line', () => {
    expect(project(makeType(), record, reader(['employee']))).toEqual({
      no: 'C-0001', status: 'Pending', employee_no: 'E1', description: 'Taxi', total: 30.01, secret: 'iban', calenderDays: 2, _rev: 4,
      lines: [{ line_no: 10000, document_no: 'C-0001', expense_code: 'TAXI', amount: 30, margin: 'm' }],
    })
  })

  test('it has an empty list for a document without lines', () => {
    expect(project(makeType(), { ...record, data: {} }, reader(['employee']))).toEqual({ no: 'C-0001', status: 'Pending', employee_no: 'E1', lines: [], _rev: 4 })
  })
})

describe('a state that shares its wire name', () => {
  const of = (hide: string[], given: Partial<ResolvedDocumentType> = {}): ResolvedDocumentType => makeType({
    shape: makeShape({ no: {}, status: {}, extent: { compute: 'doc.status' }, other: {} }),
    states: { Pending: makeState('Pending', { wire: { status: 'Released' } }) }, permissions: { finance: makePermission('finance', { hide }) }, ...given,
  })

  test.each<[string, string[], object]>([
    ['it is sent beside its wire name', [], { no: 'C-0001', status: 'Released', extent: 'Pending', _state: 'Pending', _rev: 4 }],
    ['it is sent when an unrelated field is hidden', ['other'], { no: 'C-0001', status: 'Released', extent: 'Pending', _state: 'Pending', _rev: 4 }],
    ['it is not sent to a role that does not see the status', ['status'], { no: 'C-0001', extent: 'Pending', _rev: 4 }],
    ['it is not sent to a role that does not see what follows from it', ['extent'], { no: 'C-0001', status: 'Released', _rev: 4 }],
  ])('%s', (_, hide, wire) => {
    expect(project(of(hide), { ...record, data: { extent: 'Pending' } }, reader(['finance']))).toEqual(wire)
  })

  const ruled = (on: ResolvedRule['on'], expression: string, when?: string): ResolvedRule => ({ name: 'given', on, effect: 'value', expression, after: [], severity: 'error', whenHidden: 'clear', whenDisabled: 'keep', relaxable: false, ...(when !== undefined && { when }) })
  const lookup = (name: string, where: string): ResolvedLookup => ({ name, of: 'claim', where, figure: 'count', value: 'number' })
  const following: Partial<ResolvedDocumentType> = {
    shape: makeShape({
      no: {}, status: {}, typed: {}, given: {}, marked: {}, step: { compute: 'doc.status', internal: true }, extent: { compute: 'doc.step' }, counted: { compute: 'string(lookups.open)' }, weighed: { compute: 'string(lookups.alike)' },
      lines: { type: 'array', line: makeShape({ part: { compute: 'doc.status' }, share: {}, amount: {} }) }, others: { type: 'array', line: makeShape({ amount: {} }) },
    }),
    lookups: { open: lookup('open', 'row.description == doc.typed'), alike: lookup('alike', 'row.description == doc.extent') },
    rules: { given: ruled(['given'], 'doc.status'), marked: ruled(['marked'], '"x"', 'doc.status == "Pending"'), share: ruled(['lines', 'share'], 'line.part') },
  }

  const sent = (hidden: string): unknown => project(of([hidden], following), record, reader(['finance']))

  test.each(['given', 'marked', 'extent', 'lines.part', 'lines.share', 'lines', 'weighed'])('it is not sent to a role that does not see %s, which follows from it', (hidden) => {
    expect(sent(hidden)).not.toHaveProperty('_state')
  })

  test.each(['typed', 'counted', 'lines.amount', 'others', 'others.amount'])('it is sent to a role that does not see %s', (hidden) => {
    expect(sent(hidden)).toHaveProperty('_state')
  })
})

describe('redacted fields', () => {
  const manifest = makeType({
    permissions: {
      employee: makePermission('employee', { rows: 'doc.employee_no == user.employee' }),
      finance: makePermission('finance', { hide: ['secret', 'lines.margin'] }),
      audit: makePermission('audit', { hide: ['lines.margin'] }),
      approver: makePermission('approver', { rows: 'doc.no in user.assigned', hide: ['secret'] }),
    },
  })
  const seen = (roles: string[], stored = record, assigned: string[] = []): [boolean, boolean] => {
    const wire = project(manifest, stored, reader(roles, assigned))
    return ['secret' in wire, 'margin' in (wire['lines'] as object[])[0]!]
  }
  const foreign = { ...record, owner: 'E2' }

  test.each<[string, string[], StoredRecord, string[], [boolean, boolean]]>([
    ['a role does not see what it hides', ['finance'], record, [], [false, false]],
    ['a person sees a field that one of several roles shows', ['finance', 'audit'], record, [], [true, false]],
    ['the owner sees the fields of an own record', ['finance', 'employee'], record, [], [true, true]],
    ['a role shows fields only in rows that it covers', ['finance', 'employee'], foreign, [], [false, false]],
    ['an approver’s role covers a record by its approval entry', ['approver'], foreign, ['C-0001'], [false, true]],
    ['a person whom no role covers sees no field that any role hides', ['approver'], foreign, [], [false, false]],
  ])('%s', (_, roles, stored, assigned, expected) => {
    expect(seen(roles, stored, assigned)).toEqual(expected)
  })
})

describe('line numbers', () => {
  test('new lines get the next multiple of ten thousand, above deleted lines', () => {
    const doc = { lines: [{ line_no: 10000 }, { code: 'a' }, { code: 'b' }] }
    expect(numberLines(makeType(), doc)['lines']).toEqual([{ line_no: 10000 }, { code: 'a', line_no: 20000 }, { code: 'b', line_no: 30000 }])
    expect(numberLines(makeType(), { lines: [{}] }, { lines: [{ line_no: 20000 }] })['lines']).toEqual([{ line_no: 30000 }])
  })
})
