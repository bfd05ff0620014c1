import { describe, expect, test } from 'vitest'
import { makeAction } from '../testing/make-type.ts'
import { statesOf, targetChoices, targetOf, targetsOf } from './targets.ts'

const choice = [{ when: 'doc.total > 5.0', to: 'Large' }, { to: 'Small' }]
const to = (given: Parameters<typeof makeAction>[1]): ReturnType<typeof makeAction> => makeAction('go', { from: ['Open', 'Back'], ...given })

describe('where an action leads', () => {
  test.each<[string, ReturnType<typeof makeAction>, { from: string; to: string }[]]>([
    ['nowhere', to({}), []],
    ['to one state', to({ to: 'Sent' }), [{ from: 'Open', to: 'Sent' }, { from: 'Back', to: 'Sent' }]],
    ['to one for each that it starts from', to({ toFrom: { Open: 'Sent', Back: 'Open' } }), [{ from: 'Open', to: 'Sent' }, { from: 'Back', to: 'Open' }]],
    ['to each that may be chosen', to({ toFrom: { Open: choice } }), [{ from: 'Open', to: 'Large' }, { from: 'Open', to: 'Small' }]],
  ])('%s', (_, action, targets) => {
    expect(targetsOf(action)).toEqual(targets)
  })

  test('is chosen from a list; a state alone is chosen in any case', () => {
    expect([targetChoices('Sent'), targetChoices(choice)]).toEqual([[{ to: 'Sent' }], choice])
    expect([statesOf('Sent'), statesOf(choice), statesOf(undefined)]).toEqual([['Sent'], ['Large', 'Small'], []])
    expect(targetOf(to({ to: choice, toFrom: { Back: 'Open' } }), 'Back')).toBe('Open')
  })
})
