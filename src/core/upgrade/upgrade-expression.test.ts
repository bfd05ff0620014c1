import { expect, test } from 'vitest'
import { upgradeExpression } from './upgrade-expression.ts'
import { unconvertedExpressions } from './upgrade-manifest.ts'

const state = { field: 'stage', initial: 'Draft' }

test.each<[string, string]>([
  ['!option.?blocked.orValue(false)', '!option.blocked'],
  ['doc.?stage.orValue("Draft") in ["Issued"]', 'state in ["Issued"]'],
  ['doc.stage == "Draft" && row.?stage.orValue("") == "x"', 'state == "Draft" && row.stage == "x"'],
  ['doc.?type.?isTravel.orValue(false) && has(doc.?type.maxAmount)', 'doc.type.isTravel && has(doc.type.maxAmount)'],
  ['lists.rates.filter(r, !r.?blocked.orValue(false) && r.?from.orValue("") <= today)[0].rate', 'lists.rates.filter(r, !r.blocked && r.from <= today)[0].rate'],
  ['doc.?currency.?rate.orValue(1.0)', 'ifEmpty(doc.currency.rate, 1.0)'],
  ['line.?stock.?available.orValue(0.0)', 'ifEmpty(line.stock.available, 0.0)'],
  ['line.?stock.?available.orValue(0.0) > 1.0', 'line.stock.available > 1.0'],
  ['doc.?sent.orValue(false) ? doc.?amount.orValue(0.0) : 1.0', 'doc.sent ? ifEmpty(doc.amount, 0.0) : 1.0'],
  ['doc.?a.orValue(doc.?b.orValue("")) == ""', 'ifEmpty(doc.a, doc.b) == ""'],
  ['user.?employee.orValue("-") == doc.?owner.orValue("")', 'ifEmpty(user.employee, "-") == doc.owner'],
  ['!(doc.?kind.orValue("") in ["x"])', '!(doc.kind in ["x"])'],
  ['$lines.exists(l, l.?over.orValue(0.0) > 0.0) ? "Over" : ""', '$lines.exists(l, l.over > 0.0) ? "Over" : ""'],
  ['doc.total > 0.0', 'doc.total > 0.0'],
  ['doc[?"x"].orValue("") == "a"', 'doc.x == "a"'],
  ['doc[?"x"].orValue("b") == "a"', 'ifEmpty(doc.x, "b") == "a"'],
  ['doc[?"type"].?isTravel.orValue(false) && user[?"employee"].orValue("") != ""', 'doc.type.isTravel && ifEmpty(user.employee, "") != ""'],
  ['doc[?"stage"].orValue("Draft") == "Issued"', 'state == "Issued"'],
  // A name that depends on the record, or an index in a list, stays as it is, and `unconvertedExpressions` reports it.
  ['doc[?doc.name].orValue("") == "a"', 'doc[?doc.name].orValue("") == "a"'],
  ['doc.?items[?0].?amount.orValue(0.0) > 1.0', 'doc.?items[?0].?amount.orValue(0.0) > 1.0'],
  ['a question [?] in a text', 'a question [?] in a text'],
  ['no expression at all.?', 'no expression at all.?'],
])('%s becomes %s', (before, after) => {
  expect(upgradeExpression(before, state)).toBe(after)
})

test('only expressions that could not be upgraded are reported', () => {
  const outdated = ['doc[?doc.name].orValue("") == "a"', 'doc.items[?0].amount', 'doc.?x']
  expect(unconvertedExpressions({ rules: outdated, pattern: '^[?!]$', text: 'Sure [?]', plain: 'doc["x"] == "a"' })).toEqual(outdated)
})
