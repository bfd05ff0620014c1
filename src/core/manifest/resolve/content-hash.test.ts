import { expect, test } from 'vitest'
import { contentHash } from './content-hash.ts'

const RESOLVED = '{"id":"petty-cash","title":{"one":"Kāsi ndogo","many":"Petty “cash” – €, 現金, 🪙"},"fields":{"total":{"type":"number","money":""}}}'

// Computed with the previous implementation: stored documents contain such hashes.
test.each([
  ['', 'e3b0c44298fc1c14'], ['abc', 'ba7816bf8f01cfea'], ['a'.repeat(55), '9f4390f8d30c2dd9'], ['a'.repeat(56), 'b35439a4ac6f0948'], ['a'.repeat(64), 'ffe054fe7ae0cb6d'],
  ['é'.repeat(40_000), '5af34165078f245d'], [RESOLVED, '6e468bb40ebd0256'],
])('the hash of a text stays the one of earlier versions (%#)', (text, expected) => {
  expect(contentHash(text)).toBe(expected)
})
