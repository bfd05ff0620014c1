import { expect, it } from 'vitest'
import { mustBeFitted, sizeText } from './fitting-file.ts'

const MB = 1_000_000
const RECEIPTS = { maxBytes: 2 * MB, types: ['pdf', 'png', 'jpeg'] }

it.each([
  { of: 'a photo above the limit', name: 'a.jpg', size: 4.5 * MB, expected: true },
  { of: 'one of exactly the limit', name: 'a.jpg', size: 2 * MB, expected: true },
  { of: 'one below it', name: 'a.jpg', size: 2 * MB - 1, expected: false },
  { of: 'a large scan', name: 'a.PNG', size: 3 * MB, expected: true },
  { of: 'a large PDF', name: 'a.pdf', size: 3 * MB, expected: false },
  { of: 'a large film', name: 'a.gif', size: 3 * MB, expected: false },
  { of: 'an empty file', name: 'a.heic', size: 0, expected: false },
  { of: 'a small photo of a kind that is not accepted', name: 'a.heic', size: MB, expected: true },
  { of: 'a photo without a name', name: 'image', type: 'image/jpeg', size: 3 * MB, expected: true },
  { of: 'a photo where only PDF is accepted', name: 'a.jpg', size: 3 * MB, limits: { maxBytes: 2 * MB, types: ['pdf'] }, expected: false },
  { of: 'a photo below a higher limit', name: 'a.jpg', size: 4.5 * MB, limits: { ...RECEIPTS, maxBytes: 5 * MB }, expected: false },
])('whether it must be fitted: $of', ({ name, size, type = '', limits = RECEIPTS, expected }) => {
  expect(mustBeFitted(limits, { name, size, type })).toBe(expected)
})

it('a size says what it was before', () => {
  expect(sizeText({ size: 600_000 })).toBe('600 kB')
  expect(sizeText({ size: 1_240_000, was: 4_500_000 })).toBe('Made smaller: 4.5 MB → 1.2 MB')
})
