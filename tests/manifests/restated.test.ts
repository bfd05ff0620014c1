import { expect, test } from 'vitest'
import { pathText, restatedKeys } from '../../src/core/index.ts'
import { edited, load } from './load.ts'

const FILE = 'lending/device/manifest.json'

test.each<[string, string, { at: string[]; to: unknown; isFound: boolean }]>([
  ['a keyword with its default', 'reported as superfluous', { at: ['schema', 'properties', 'code', 'readOnly'], to: false, isFound: true }],
  ['a keyword with another value', 'not reported as superfluous', { at: ['schema', 'properties', 'code', 'readOnly'], to: true, isFound: false }],
  ['a message that is the default', 'reported as superfluous', { at: ['messages', 'required'], to: 'Required.', isFound: true }],
  ['a message that is not', 'not reported as superfluous', { at: ['messages', 'required'], to: 'Needed.', isFound: false }],
  // It makes no difference to the type itself, but to those that reference it.
  ['a condition on the records that may be chosen', 'not reported as superfluous', { at: ['selectable'], to: '!option.blocked', isFound: false }],
])('%s is %s', (_, __, { at, to, isFound }) => {
  const { base, issues } = load(edited([{ file: FILE, at, to }]))
  expect(issues).toEqual([])
  expect(restatedKeys(base!, 'device').map(pathText).includes(at.join('.'))).toBe(isFound)
})
