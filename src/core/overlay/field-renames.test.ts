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
  ['lists.codes.exists(c, c.what == doc.purpose) && lists.codes.latest(c, c.from).what == ""', 'lists.codes.exists(c, c.what == doc.reason) && lists.codes.latest(c, c.from).what == ""'],
  ['first(doc.items.filter(i, i.what != "")).what + doc.items[0].what + self.items.highest(i, i.price).what', 'first(doc.pieces.filter(i, i.article != "")).article + doc.pieces[0].article + self.pieces.highest(i, i.price).article'],
  ['doc.person.what + prev.items.map(i, i.what).filter(w, w.what).join(doc.purpose)', 'doc.person.what + prev.pieces.map(i, i.article).filter(w, w.what).join(doc.reason)'],
  ['cel.bind(all, doc.items, all.exists(i, i.what == "" && lists.codes.all(c, c.what != i.what)))', 'cel.bind(all, doc.pieces, all.exists(i, i.article == "" && lists.codes.all(c, c.what != i.article)))'],
  ['named.exists(i, i.what == "") && others.exists(o, o.what == "")', 'named.exists(i, i.article == "") && others.exists(o, o.what == "")'],
  ['circle.exists(c, c.what == doc.purpose)', 'circle.exists(c, c.what == doc.reason)'],
])('%s', (source, expected) => {
  expect(inExpression(source, renames, { terms: { named: 'doc.pieces.filter(p, p.article != "")', others: 'lists.codes', circle: 'circle' } })).toBe(expected)
})
