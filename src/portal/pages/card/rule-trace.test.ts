import { expect, test } from 'vitest'
import type { RuleTrace } from '../../../core/index.ts'
import { offerRuleTrace, ruleTrace } from './rule-trace.ts'
import { CardScene, storedClaim } from './testing/card-scene.ts'

test('the trace of a card follows what is typed, and may be of one field', () => {
  const { card } = new CardScene({ record: storedClaim() })
  const trace = { rule: 'note-of-sundries', effect: 'required', path: 'note', applied: true }
  expect(ruleTrace(card)).toEqual([{ ...trace, result: false }])
  card.model.set('description', 'Sundries')
  expect(ruleTrace(card, 'note')).toEqual([{ ...trace, result: true }])
  expect(ruleTrace(card, 'rate')).toEqual([])
})

test('the console has the rules of the card that was opened last, until it is closed', () => {
  const scope = globalThis as { rules?: (path?: string) => RuleTrace[] }
  const [first, second] = [storedClaim(), storedClaim({ description: 'Sundries' })].map((record) => offerRuleTrace(new CardScene({ record }).card))
  first?.()
  expect(scope.rules?.('note')).toMatchObject([{ rule: 'note-of-sundries', result: true }])
  second?.()
  expect(scope.rules).toBeUndefined()
})
