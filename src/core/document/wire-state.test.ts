import { describe, expect, test } from 'vitest'
import { makeState } from '../testing/make-type.ts'
import { expandStates, statesOfWire, stateOfWire, hasWireStates, wireState, wireStates } from './wire-state.ts'

const released = (name: string): ReturnType<typeof makeState> => makeState(name, { wire: { status: 'Released', extent: name } })
const manifest = { stateField: 'status', states: { Open: makeState('Open'), Begun: released('Begun'), Done: released('Done'), Closed: makeState('Closed', { wire: { extent: 'Done' } }) } }

describe('states on the wire', () => {
  test.each([['Open', 'Open'], ['Begun', 'Released'], ['Done', 'Released'], ['Closed', 'Closed'], ['Gone', 'Gone'], ['toString', 'toString']])('the wire name of %s is %s', (state, word) => {
    expect(wireState(manifest, state)).toBe(word)
  })

  test.each<[string, string[]]>([['Released', ['Begun', 'Done']], ['Open', ['Open']], ['Closed', ['Closed']], ['Begun', []]])('the wire name %s stands for the states %j', (word, states) => {
    expect(statesOfWire(manifest, word)).toEqual(states)
  })

  test.each<[string[], string[]]>([
    [['Open', 'Done'], ['Open', 'Done']], [['Released'], ['Begun', 'Done']], [['Done', 'Released'], ['Done', 'Begun']], [['new', 'Released'], ['new', 'Begun', 'Done']], [[], []],
  ])('the names %j stand for the states %j', (names, states) => {
    expect(expandStates(manifest, names)).toEqual(states)
  })

  test('each wire name is listed once, in the order of the states, and leads to its first state', () => {
    expect(wireStates(manifest).map((word) => [word, stateOfWire(manifest, word)?.name])).toEqual([['Open', 'Open'], ['Released', 'Begun'], ['Closed', 'Closed']])
    expect(stateOfWire(manifest, 'Begun')).toBeUndefined()
  })

  test('a type has wire states only when one of its states has a wire name', () => {
    expect([hasWireStates(manifest), hasWireStates({ states: { Open: makeState('Open') } })]).toEqual([true, false])
  })
})
