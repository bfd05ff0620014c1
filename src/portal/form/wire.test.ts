import { describe, expect, it } from 'vitest'
import { makeShape, makeState, makeType } from '../../core/testing/make-type.ts'
import type { ClientManifest } from '../../contract/index.ts'
import { stateIn } from '../ui/state-in.ts'
import { fromWire } from './wire.ts'

const told = (name: string): ReturnType<typeof makeState> => makeState(name, { label: `It is ${name}`, wire: { stage: 'Released' } })
const manifest = makeType({ stateField: 'stage', shape: makeShape({ no: {}, stage: { wire: 'status' } }), states: { Open: makeState('Open'), Begun: told('Begun'), Done: told('Done') } }) as unknown as ClientManifest

describe('the state of a record', () => {
  it.each([
    ['is the one that it says', { status: 'Released', _state: 'Done' }, 'Done', 'It is Done'],
    ['is what it is told as where it says no other', { status: 'Open' }, 'Open', 'Open'],
    ['is called as the first that is told so where it is not told itself', { status: 'Released' }, 'Released', 'It is Begun'],
    ['is called as it is told where there is none by the word', { status: 'Gone' }, 'Gone', 'Gone'],
    ['is unknown where it is not told', { no: 'A-1' }, undefined, undefined],
  ])('%s', (_, record, state, label) => {
    expect([fromWire(manifest, record)['stage'], stateIn(manifest, record)?.label]).toEqual([state, label])
  })
})
