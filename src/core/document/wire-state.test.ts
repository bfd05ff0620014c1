import { describe, expect, test } from 'vitest'
import { makeState } from '../testing/make-type.ts'
import { expandStates, statesOfWire, stateOfWire, hasWireStates, wireState, wireStates } from './wire-state.ts'

const told = (name: string): ReturnType<typeof makeState> => makeState(name, { wire: { status: 'Released', extent: name } })
const manifest = { stateField: 'status', states: { Open: makeState('Open'), Begun: told('Begun'), Done: told('Done'), Closed: makeState('Closed', { wire: { extent: 'Done' } }) } }

describe('states that are told', () => {
  test.each([['Open', 'Open'], ['Begun', 'Released'], ['Done', 'Released'], ['Closed', 'Closed'], ['Gone', 'Gone'], ['toString', 'toString']])('%s is told as %s', (state, word) => {
    expect(wireState(manifest, state)).toBe(word)
  })

  test.each<[string, string[]]>([['Released', ['Begun', 'Done']], ['Open', ['Open']], ['Closed', ['Closed']], ['Begun', []]])('as %s are told %j', (word, states) => {
    expect(statesOfWire(manifest, word)).toEqual(states)
  })

  test.each<[string[], string[]]>([
    [['Open', 'Done'], ['Open', 'Done']], [['Released'], ['Begun', 'Done']], [['Done', 'Released'], ['Done', 'Begun']], [['new', 'Released'], ['new', 'Begun', 'Done']], [[], []],
  ])('a list of %j means %j', (names, states) => {
    expect(expandStates(manifest, names)).toEqual(states)
  })

  test('each word once, in the order of the states, with the first state that is told by it', () => {
    expect(wireStates(manifest).map((word) => [word, stateOfWire(manifest, word)?.name])).toEqual([['Open', 'Open'], ['Released', 'Begun'], ['Closed', 'Closed']])
    expect(stateOfWire(manifest, 'Begun')).toBeUndefined()
  })

  test('are told apart beside the status only where one says what it is told as', () => {
    expect([hasWireStates(manifest), hasWireStates({ states: { Open: makeState('Open') } })]).toEqual([true, false])
  })
})
