import { expect, test } from 'vitest'
import type { Case } from '../src/core/index.ts'
import { checkCases } from './check-cases.ts'
import { goodSources, load } from '../tests/manifests/load.ts'

const sources = goodSources()
const { catalogue } = load(sources)
const check = (one: Partial<Case>) => checkCases(catalogue!, {}, { loan: [{ name: 'a loan without a reason is refused', file: 'lending/loan/cases.json', index: 0, expect: {}, ...one }] }, sources)

test('a case that holds has no issues', () => {
  expect(check({ doc: {}, expect: { errors: { reason: 'Required.' }, actions: ['save', 'send'] } })).toEqual({ count: 1, issues: [] })
})

test.each([
  { name: 'another error', one: { doc: {}, expect: { errors: {} } }, pattern: /errors is not as/, seen: '{"reason":"Required."}' },
  { name: 'another value', one: { doc: { reason: 'Talk', lines: [{ fee: 3 }] }, expect: { values: { total: 4 } } }, pattern: /value of total/, seen: '3' },
  { name: 'a field that is shown', one: { doc: {}, expect: { hidden: ['reason'] } }, pattern: /reason is shown/, seen: 'true' },
  { name: 'an action that is missing', one: { prev: { no: 'LN-1', status: 'Lent', person: 'E001' }, expect: { actions: ['reopen'] } }, pattern: /actions/, seen: '[]' },
])('$name is reported at its place', ({ one, pattern, seen }) => {
  const [issue] = check(one).issues
  expect(issue).toMatchObject({ code: 'E801', severity: 'error', file: 'lending/loan/cases.json', seen })
  expect(issue?.message).toMatch(pattern)
  expect(sources.find(({ path }) => path === issue?.file)?.text.split('\n')[(issue?.line ?? 1) - 1]).toContain('a loan without a reason is refused')
})

test('a case beside a manifest that extends the type is reported in its own file', () => {
  const file = 'other/loan/cases.json'
  const beside = { name: 'another loan', doc: {}, expect: { hidden: ['reason'] }, file, index: 3 }
  const { issues } = checkCases(catalogue!, {}, { loan: [beside] }, [...sources, { path: file, text: `[\n\n{ "name": "${beside.name}" }]` }])
  expect(issues).toMatchObject([{ code: 'E801', file, line: 3, path: '3.expect' }])
})
