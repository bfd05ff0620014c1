import { expect, test } from 'vitest'
import { makeAction, makeShape, makeType } from '../testing/make-type.ts'
import { withDisplayNames } from './issue-place.ts'

const type = makeType({
  shape: makeShape({ paidOn: { title: 'Issued on' }, lines: { type: 'array', title: 'Lots', line: makeShape({ what: { title: 'What' } }) } }),
  actions: {
    pay: makeAction('pay', { input: makeShape({ reference: { title: 'Payment reference' } }) }),
    settle: makeAction('settle', { input: makeShape({ reference: { title: 'Receipt' }, paidOn: { title: 'Settled on' } }) }),
  },
})
const titles = (path: string, action?: string, rule = 'required'): (string | undefined)[] => {
  const { title, table } = withDisplayNames({ path, rule, message: 'Required.', severity: 'error' }, type, action)
  return [title, table]
}

test.each<[string, string, string | undefined, (string | undefined)[]]>([
  ['the field of the action’s own dialog, though an earlier dialog has one of that name', 'reference', 'settle', ['Receipt', undefined]],
  ['the field of the action’s own dialog, though the document has one of that name', 'paidOn', 'settle', ['Settled on', undefined]],
  ['a field of the document that the dialog does not have', 'paidOn', 'pay', ['Issued on', undefined]],
  ['a field of the document in a call that saves', 'paidOn', undefined, ['Issued on', undefined]],
  ['a field of lines', 'lines.1.what', 'pay', ['What', 'Lots']],
  ['no field that only another dialog has', 'reference', undefined, [undefined, undefined]],
  ['no field by an unknown action', 'reference', 'constructor', [undefined, undefined]],
])('an issue names %s', (_, path, action, expected) => {
  expect(titles(path, action)).toEqual(expected)
})

test('an issue about an unknown field names no field', () => {
  expect(titles('paidOn', 'settle', 'unknownField')).toEqual([undefined, undefined])
})
