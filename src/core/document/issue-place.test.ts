import { expect, test } from 'vitest'
import { makeAction, makeShape, makeType } from '../testing/make-type.ts'
import { placed } from './issue-place.ts'

const type = makeType({
  shape: makeShape({ paidOn: { title: 'Issued on' }, lines: { type: 'array', title: 'Lots', line: makeShape({ what: { title: 'What' } }) } }),
  actions: {
    pay: makeAction('pay', { input: makeShape({ reference: { title: 'Payment reference' } }) }),
    settle: makeAction('settle', { input: makeShape({ reference: { title: 'Receipt' }, paidOn: { title: 'Settled on' } }) }),
  },
})
const titles = (path: string, action?: string, rule = 'required'): (string | undefined)[] => {
  const { title, table } = placed({ path, rule, message: 'Required.', severity: 'error' }, type, action)
  return [title, table]
}

test.each<[string, string, string | undefined, (string | undefined)[]]>([
  ['what its own dialog asks for, though another asks for the like first', 'reference', 'settle', ['Receipt', undefined]],
  ['what its own dialog asks for, though the document has the like', 'paidOn', 'settle', ['Settled on', undefined]],
  ['a field of the document, which the dialog does not ask for', 'paidOn', 'pay', ['Issued on', undefined]],
  ['a field of the document in a call that saves', 'paidOn', undefined, ['Issued on', undefined]],
  ['a field of lines', 'lines.1.what', 'pay', ['What', 'Lots']],
  ['nothing that only another dialog asks for', 'reference', undefined, [undefined, undefined]],
  ['nothing by an action that there is not', 'reference', 'constructor', [undefined, undefined]],
])('names %s', (_, path, action, expected) => {
  expect(titles(path, action)).toEqual(expected)
})

test('tells nothing of a name that is no field', () => {
  expect(titles('paidOn', 'settle', 'unknownField')).toEqual([undefined, undefined])
})
