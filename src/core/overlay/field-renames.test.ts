import { expect, test } from 'vitest'
import type { JsonObject } from '../document/json.ts'
import { inExpression, shapesOf } from './field-renames.ts'

const was = (name: string): object => ({ 'x-renamed-from': [name] })
const array = (shape: string): object => ({ type: 'array', items: { $ref: `#/$defs/${shape}` } })
const { header, lines } = shapesOf({
  properties: { note: {}, reason: was('purpose'), pieces: { ...array('piece'), ...was('items') }, others: array('other') },
  $defs: { piece: { properties: { article: was('what'), remark: was('note') } }, other: { properties: { what: {} } } },
} as unknown as JsonObject)
const pieces = [...lines.values()].slice(0, 1)

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
  ['named.exists(i, i.what == "") && otherCodes.exists(o, o.what == "")', 'named.exists(i, i.article == "") && otherCodes.exists(o, o.what == "")'],
  ['circle.exists(c, c.what == doc.purpose)', 'circle.exists(c, c.what == doc.reason)'],
  ['doc.note + line.note + doc.pieces[0].note', 'doc.note + line.remark + doc.pieces[0].remark'],
  ['doc.others.exists(o, o.what == doc.items[0].what)', 'doc.others.exists(o, o.what == doc.pieces[0].article)'],
  ['doc["purpose"] + doc[?"purpose"].orValue("purpose") + doc["items"][0]["what"]', 'doc["reason"] + doc[?"reason"].orValue("purpose") + doc["pieces"][0]["article"]'],
  ['lists.codes[doc.purpose]["purpose"]', 'lists.codes[doc.reason]["purpose"]'],
])('renamed fields are replaced in %s', (source, expected) => {
  expect(inExpression(source, { header, line: pieces, self: [header, ...pieces], terms: { named: 'doc.pieces.filter(p, p.article != "")', otherCodes: 'lists.codes', circle: 'circle' } })).toBe(expected)
})
