import { expect, test } from 'vitest'
import { inExpression } from './field-renames.ts'

const renames = { header: new Map([['purpose', 'reason'], ['items', 'pieces']]), lines: new Map([['what', 'article']]) }

test.each([
  ['doc.purpose == "doc.purpose"', 'doc.reason == "doc.purpose"'],
  ['doc.items.exists(i, i.what == doc.purpose)', 'doc.pieces.exists(i, i.article == doc.reason)'],
  ['has(doc.purpose) && line.what != "" && has(prev.purpose)', 'has(doc.reason) && line.article != "" && has(prev.reason)'],
  ['self.what + self.purpose', 'self.article + self.reason'],
  ['user.purpose + row.purpose + doc.person.purpose', 'user.purpose + row.purpose + doc.person.purpose'],
  ['doc . purpose.contains("x") ? doc.purpose : ""', 'doc . reason.contains("x") ? doc.reason : ""'],
  ['doc.purpose &&', 'doc.purpose &&'],
])('%s', (source, expected) => {
  expect(inExpression(source, renames)).toBe(expected)
})
