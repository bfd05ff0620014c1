import { expect, test } from 'vitest'
import { pathText, restatedKeys } from '../../src/core/index.ts'
import { edited, load } from './load.ts'

const FILE = 'lending/device/manifest.json'

test.each([
  { what: 'a keyword with its default', at: ['schema', 'properties', 'code', 'readOnly'], to: false, isFound: true },
  { what: 'a keyword with another value', at: ['schema', 'properties', 'code', 'readOnly'], to: true, isFound: false },
  // It makes no difference to the type itself, but to those that reference it.
  { what: 'a condition on the records that may be chosen', at: ['selectable'], to: '!option.blocked', isFound: false },
])('whether $what is reported as superfluous is $isFound', ({ at, to, isFound }) => {
  const { base, issues } = load(edited([{ file: FILE, at, to }]))
  expect(issues).toEqual([])
  expect(restatedKeys(base!, 'device').map(pathText).includes(at.join('.'))).toBe(isFound)
})
