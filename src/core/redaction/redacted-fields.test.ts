import { describe, expect, test } from 'vitest'
import { celEvaluator } from '../testing/cel-evaluator.ts'
import { makeActor, makePermission, makeType } from '../testing/make-type.ts'
import { redactedFields, redactedInLists } from './redacted-fields.ts'

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
