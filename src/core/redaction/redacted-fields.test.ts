import { describe, expect, test } from 'vitest'
import { celEvaluator } from '../testing/cel-evaluator.ts'
import { makeActor, makePermission, makeShape, makeState, makeType } from '../testing/make-type.ts'
import { redactedDoc, redactedFields, redactedInLists, withoutRedacted } from './redacted-fields.ts'

const own = 'doc.employee_no == user.employee'
const manifest = makeType({
  permissions: {
    employee: makePermission('employee', { rows: own, can: ['list', 'get', 'create'], hide: ['secret', 'lines.margin'] }),
    custodian: makePermission('custodian', { rows: own, hide: ['lines.margin'] }),
    clerk: makePermission('clerk', { can: ['list', 'get', 'create'], hide: ['lines.margin'] }),
    finance: makePermission('finance'),
    auditor: makePermission('auditor', { hide: ['secret'] }),
    reviewer: makePermission('reviewer', { rows: 'doc.total > 50.0' }),
    surveyor: makePermission('surveyor', { rows: own }),
    approver: makePermission('approver', { can: ['get'] }),
  },
})
const reader = (roles: string[]) => ({ actor: makeActor({ roles }), evaluator: celEvaluator })

describe('the fields that a list may not be sorted, filtered or searched by', () => {
  test.each<[string, string[], string[]]>([
    ['they include what the only role hides', ['employee'], ['secret', 'lines.margin']],
    ['there are none when another role shows every row', ['employee', 'finance'], []],
    ['they exclude what another role shows on the same rows', ['employee', 'custodian'], ['lines.margin']],
    ['they exclude what other roles show on the same rows, in whatever order the roles are declared', ['employee', 'reviewer', 'surveyor'], []],
    ['they include what is redacted on some rows only', ['custodian', 'auditor'], ['secret']],
    ['they include what the listing role hides, even if a role that only opens records shows it', ['employee', 'approver'], ['secret', 'lines.margin']],
  ])('%s', (_, roles, expected) => {
    expect([...redactedInLists(manifest, reader(roles))].sort()).toEqual([...expected].sort())
  })
})

describe('the fields that may not be set in a new record', () => {
  test.each<[string, string[], string[]]>([
    ['they include what the creating role hides', ['employee', 'finance'], ['secret', 'lines.margin']],
    ['they exclude what one of the creating roles shows', ['employee', 'clerk'], ['lines.margin']],
    ['they include whatever any role hides for a person who may not create records', ['finance'], ['secret', 'lines.margin']],
  ])('%s', (_, roles, expected) => {
    expect([...redactedFields(manifest, undefined, reader(roles))].sort()).toEqual([...expected].sort())
  })
})

describe('the state in texts, prints and rows', () => {
  const wired = makeType({
    shape: makeShape({ no: {}, extent: { compute: 'doc.status' }, other: {} }),
    states: { Open: makeState('Open'), Begun: makeState('Begun', { wire: { status: 'Released' } }), Done: makeState('Done', { wire: { status: 'Released' } }) },
  })
  test.each<[hidden: string[], state: string, shown: string]>([
    [[], 'Done', 'Done'], [['other'], 'Done', 'Done'], [['extent'], 'Done', 'Released'], [['extent'], 'Begun', 'Released'], [['extent'], 'Open', 'Open'],
  ])('without the fields %j it is sent for a record in %s as %s', (hidden, state, shown) => {
    const redacted = new Set(hidden)
    expect(redactedDoc(wired, { key: 'C-1', state, rev: 1, data: { extent: state } }, redacted)['status']).toBe(shown)
    expect(withoutRedacted(wired, { no: 'C-1', status: state, extent: state }, redacted)['status']).toBe(shown)
  })

  test('it is not sent without its own field', () => {
    const redacted = new Set(['status'])
    expect(redactedDoc(wired, { key: 'C-1', state: 'Done', rev: 1, data: { extent: 'Done' } }, redacted)).not.toHaveProperty('status')
    expect(withoutRedacted(wired, { no: 'C-1', status: 'Done', extent: 'Done' }, redacted)).not.toHaveProperty('status')
  })

  test('it is sent as it is where states have no wire names, even if a field computed from it is redacted', () => {
    const plain = makeType({ shape: makeShape({ no: {}, extent: { compute: 'doc.status' } }) })
    expect(redactedDoc(plain, { key: 'C-1', state: 'Pending', rev: 1, data: {} }, new Set(['extent']))['status']).toBe('Pending')
  })
})
