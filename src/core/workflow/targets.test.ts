import { describe, expect, test } from 'vitest'
import { makeAction } from '../testing/make-type.ts'
import { statesOf, targetChoices, targetOf, targetsOf } from './targets.ts'

const choice = [{ when: 'doc.total > 5.0', to: 'Large' }, { to: 'Small' }]
const to = (given: Parameters<typeof makeAction>[1]): ReturnType<typeof makeAction> => makeAction('go', { from: ['Open', 'Back'], ...given })

describe('the target states of an action', () => {
  test.each<[string, ReturnType<typeof makeAction>, { from: string; to: string }[]]>([
    ['an action without a target has none', to({}), []],
    ['one target applies to every state of origin', to({ to: 'Sent' }), [{ from: 'Open', to: 'Sent' }, { from: 'Back', to: 'Sent' }]],
    ['each state of origin may have its own target', to({ toFrom: { Open: 'Sent', Back: 'Open' } }), [{ from: 'Open', to: 'Sent' }, { from: 'Back', to: 'Open' }]],
    ['every alternative of a conditional target is listed', to({ toFrom: { Open: choice } }), [{ from: 'Open', to: 'Large' }, { from: 'Open', to: 'Small' }]],
  ])('%s', (_, action, targets) => {
    expect(targetsOf(action)).toEqual(targets)
  })

  test('a target is a list of alternatives, of which a single state is the only one', () => {
    expect([targetChoices('Sent'), targetChoices(choice)]).toEqual([[{ to: 'Sent' }], choice])
    expect([statesOf('Sent'), statesOf(choice), statesOf(undefined)]).toEqual([['Sent'], ['Large', 'Small'], []])
    expect(targetOf(to({ to: choice, toFrom: { Back: 'Open' } }), 'Back')).toBe('Open')
  })
})
