import { expect, test } from 'vitest'
import { mayDecideFor } from './deciding-for.ts'

const entry = { approver: 'A', sender: 'SENDER', type: 'expense', status: 'Open', amount: 500, roles: null, excepted: null, deciders: ['A'] }

test.each<[string, Partial<Parameters<typeof mayDecideFor>[1]>, boolean]>([
  ['a delegate of the approver may decide', {}, true],
  ['a delegate with one of the roles of the step may decide', { roles: ['audit', 'finance'] }, true],
  ['a delegate without a role of the step may not decide', { roles: ['audit'] }, false],
  ['a delegate whom the document concerns may not decide', { excepted: ['ME'] }, false],
  ['a delegate whom the document does not concern may decide', { excepted: ['B'] }, true],
  ['a delegate who decides on another step of the round may not decide', { deciders: ['A', 'ME'] }, false],
  ['a delegate may not decide on an own document', { sender: 'ME' }, false],
])('%s', (_, more, expected) => {
  expect(mayDecideFor([{ of: 'A' }], { ...entry, ...more }, 'ME', ['finance'])).toBe(expected)
})
