import { expect, test } from 'vitest'
import { makeAction, makeShape, makeType } from '../../testing/make-type.ts'
import { toClientManifest } from './client-manifest.ts'

test('the portal gets the type and format of an exposed lookup, but not the records it reads', () => {
  const last = { name: 'last', of: 'claim', where: 'row.no == doc.no', figure: 'max' as const, field: 'date', value: 'string' as const, format: 'date' as const }
  const { lookups } = toClientManifest(makeType({ lookups: { last: { ...last, exposed: true }, kept: { ...last, name: 'kept' } } }))
  expect(lookups).toEqual({ last: { name: 'last', of: 'claim', where: '', figure: 'count', value: 'string', format: 'date', exposed: true } })
})

test('of an action’s checks the portal gets only the bounds that it can compute itself, and no condition', () => {
  const bound = (name: string, expression: string) => ({ name, on: 'day', effect: 'max' as const, expression, message: 'Too late' })
  const checks = { condition: { name: 'condition', effect: 'check' as const, expression: 'doc.limit > 100.0', message: 'Too little' }, today: bound('today', 'today'), hidden: bound('hidden', 'doc.limit'), figure: bound('figure', 'lookups.kept') }
  const type = makeType({
    shape: makeShape({ no: {}, limit: {} }), actions: { pay: makeAction('pay', { input: makeShape({ day: { format: 'date' } }), checks }) },
    lookups: { kept: { name: 'kept', of: 'claim', where: 'row.no == doc.no', figure: 'max', field: 'date', value: 'string' } },
  })
  const visibility = { redactedAlways: ['limit'], redactedOnNew: [], redactedOnAllRows: [], redactedOnSomeRows: [], redactedInOtherTypes: {}, columnsByRole: {} }
  expect(toClientManifest(type, visibility)).toMatchObject({ actions: { pay: { checks: { today: { name: 'today', on: 'day', effect: 'max', expression: 'today', message: 'Too late' } } } } })
  expect(Object.keys((toClientManifest(type, visibility) as { actions: { pay: { checks: object } } }).actions.pay.checks)).toEqual(['today'])
})

test('of a job the portal gets what the screen of a run shows, and of a call how it is made; no expression of either', () => {
  const secret = 'doc.limit > 100.0'
  const type = makeType({
    job: {
      items: 'lines', over: { person: 'staff' }, when: secret, why: secret, key: secret, posts: [{ to: 'claim', values: { no: secret } }], runs: [{ of: 'person', action: 'pay', input: { no: secret } }], notifies: [], schedule: { every: 'day', on: 1, at: '01:00' }, batch: 100,
      states: { trying: 'Open', tried: 'Open', running: 'Pending', done: 'Released', stopped: 'Open' }, figures: { total: 'total', done: 'done', posted: 'posted', skipped: 'skipped', failed: 'failed', cursor: 'cursor' },
    },
    endpoints: {
      list: [{ name: 'list', method: 'GET', path: 'claims', fixedQuery: { of: 'me' }, where: secret, parameters: { limit_of: 'limit' }, answers: 'one' }],
      check: [{ name: 'check', method: 'POST', path: 'claims/check', fixedQuery: {}, check: { takes: { limit: 'limit' }, enters: [], fields: ['limit'], gives: { over: secret }, beside: {} } }],
    },
  })
  const { job, endpoints } = toClientManifest(type)
  expect(job).toMatchObject({ items: 'lines', over: {}, posts: [], runs: [], states: { running: 'Pending' } })
  expect(endpoints).toEqual({ list: [{ name: 'list', method: 'GET', path: 'claims', fixedQuery: { of: 'me' } }], check: [{ name: 'check', method: 'POST', path: 'claims/check', fixedQuery: {} }] })
  expect(JSON.stringify([job, endpoints])).not.toContain('limit')
})

test('of a calendar the portal gets everything but what calendar programs are sent', () => {
  const calendar = {
    start: 'from', end: 'to', title: ['no'], details: ['limit'], initialsOf: 'no', colour: { by: 'status', of: { Open: 'green' as const } }, views: ['month' as const, 'groups' as const], view: 'month' as const, shown: 'calendar' as const,
    counted: ['Open'], row: 'no', group: 'department',
  }
  const type = makeType()
  const sent = toClientManifest({ ...type, list: { ...type.list, calendar: { ...calendar, feed: { summary: '{limit}' } } } }) as { list: { calendar: object } }
  expect(sent.list.calendar).toEqual(calendar)
})
