import { expect, test } from 'vitest'
import { mayDecideFor } from './delegation.ts'

const entry = { approver: 'A', sender: 'SENDER', type: 'expense', status: 'Open', amount: 500, roles: null, excepted: null, deciders: ['A'] }

test.each<[string, Partial<Parameters<typeof mayDecideFor>[1]>, boolean]>([
  ['whoever is the holder’s delegate', {}, true],
  ['who has one of the roles of the step', { roles: ['audit', 'finance'] }, true],
  ['nobody without a role of the step', { roles: ['audit'] }, false],
  ['nobody whom the document is about', { excepted: ['ME'] }, false],
  ['who is not the one whom it is about', { excepted: ['B'] }, true],
  ['nobody who decides on another step of the round', { deciders: ['A', 'ME'] }, false],
  ['nobody on their own document', { sender: 'ME' }, false],
])('decides in the place of a holder: %s', (_, more, expected) => {
  expect(mayDecideFor([{ of: 'A' }], { ...entry, ...more }, 'ME', ['finance'])).toBe(expected)
})
