import { expect, test } from 'vitest'
import { createEngine } from './engine.ts'
import type { RuleContext } from './expressions/context.ts'
import type { Catalogue } from './manifest/resolve/resolved.ts'
import { makeActor, makePermission, makeType } from './testing/make-type.ts'

const settings = { shop: { name: 'shop', title: 'Shop', awaits: {}, required: [], fields: { most: { ...makeType().shape.fields['total']!, name: 'most' } } } }
const type = makeType({
  permissions: {
    employee: makePermission('employee', { rows: 'doc.employee_no == user.employee' }),
    auditor: makePermission('auditor', { rows: 'doc.date < today && doc.count < settings.shop.most', hide: ['secret'] }),
    approver: makePermission('approver', { rows: 'doc.no in user.assigned' }),
  },
})
const catalogue: Catalogue = { types: { claim: type }, modules: {}, menu: [], pages: {}, redirects: {}, dashboards: {}, landing: [], settings, roles: {}, organisation: {}, hash: '1' }
const claim = createEngine(catalogue).type('claim')
const actor = makeActor({ roles: ['everyone', 'auditor', 'approver'] })
const ctx: RuleContext = { user: actor, settings: { shop: { most: 3 } }, company: { code: 'C', name: 'C', currency: 'KES', timeZone: 'Africa/Nairobi' }, today: '2026-06-15', ref: () => undefined, lists: {} }
const record = { key: 'C-1', state: 'Open', owner: 'E9', rev: 1, data: { date: '2026-06-14', count: 2, secret: 'x' } }

test('row conditions read the settings and today’s date from their context', () => {
  expect(JSON.stringify(claim.rowPredicate(actor, 'get', ctx))).toContain('"value":"2026-06-15"')
  expect(JSON.stringify(claim.rowPredicate(actor, 'get', ctx))).toContain('"value":3')
})

test('a field that one grant hides is shown to an actor who sees the record by another', () => {
  expect(claim.project(record, actor, { ctx })['secret']).toBeUndefined()
  expect(claim.project(record, actor, { ctx, assigned: new Set(['C-1']) })['secret']).toBe('x')
})

test('recomputing a document changes computed values only', () => {
  const doc = { total: 1, lines: [{ amount: 2 }, { amount: 3 }], description: 'kept' }
  expect(claim.recomputeComputedFields(doc, ctx)).toEqual({ ...doc, total: 5 })
})
