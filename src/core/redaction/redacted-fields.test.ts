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
    approver: makePermission('approver', { can: ['get'] }),
  },
})
const reader = (roles: string[]) => ({ actor: makeActor({ roles }), evaluator: celEvaluator })

describe('what a list may not be sorted, filtered or searched by', () => {
  test.each<[string, string[], string[]]>([
    ['what the only role hides', ['employee'], ['secret', 'lines.margin']],
    ['nothing, when another role shows every row', ['employee', 'finance'], []],
    ['not what another role shows on the same rows', ['employee', 'custodian'], ['lines.margin']],
    ['what is redacted on some rows, though shown on others', ['custodian', 'auditor'], ['secret']],
    ['what the listing role hides, though a role that only opens records shows it', ['employee', 'approver'], ['secret', 'lines.margin']],
  ])('%s', (_, roles, expected) => {
    expect([...redactedInLists(manifest, reader(roles))].sort()).toEqual([...expected].sort())
  })
})

describe('what may not be given to a new record', () => {
  test.each<[string, string[], string[]]>([
    ['what the role that creates hides', ['employee', 'finance'], ['secret', 'lines.margin']],
    ['not what one of the roles that create shows', ['employee', 'clerk'], ['lines.margin']],
    ['whatever anybody hides, for who creates nothing', ['finance'], ['secret', 'lines.margin']],
  ])('%s', (_, roles, expected) => {
    expect([...redactedFields(manifest, undefined, reader(roles))].sort()).toEqual([...expected].sort())
  })
})

describe('the state in texts, prints and rows', () => {
  const wired = makeType({
    shape: makeShape({ no: {}, extent: { compute: 'doc.status' }, other: {} }),
    states: { Open: makeState('Open'), Begun: makeState('Begun', { wire: { status: 'Released' } }), Done: makeState('Done', { wire: { status: 'Released' } }) },
  })
  test.each<[hidden: string[], state: string, shown: string | undefined]>([
    [[], 'Done', 'Done'], [['other'], 'Done', 'Done'], [['extent'], 'Done', 'Released'], [['extent'], 'Begun', 'Released'], [['extent'], 'Open', 'Open'], [['status'], 'Done', undefined],
  ])('for who does not see %j of a record in %s is %s', (hidden, state, shown) => {
    const redacted = new Set(hidden)
    expect(redactedDoc(wired, { key: 'C-1', state, rev: 1, data: { extent: state } }, redacted)['status']).toBe(shown)
    expect(withoutRedacted(wired, { no: 'C-1', status: state, extent: state }, redacted)['status']).toBe(shown)
  })

  test('is whole where states have no wire names, whatever is computed from it', () => {
    const plain = makeType({ shape: makeShape({ no: {}, extent: { compute: 'doc.status' } }) })
    expect(redactedDoc(plain, { key: 'C-1', state: 'Pending', rev: 1, data: {} }, new Set(['extent']))['status']).toBe('Pending')
  })
})
