import { describe, expect, it } from 'vitest'
import { makeShape, makeState, makeType } from '../../core/testing/make-type.ts'
import type { ClientManifest } from '../../contract/index.ts'
import { fromWire } from './wire.ts'
import { stateIn } from '../ui/wire-record.ts'

const released = (name: string): ReturnType<typeof makeState> => makeState(name, { label: `It is ${name}`, wire: { stage: 'Released' } })
const manifest = makeType({ stateField: 'stage', shape: makeShape({ no: {}, stage: { wire: 'status' } }), states: { Open: makeState('Open'), Begun: released('Begun'), Done: released('Done') } }) as unknown as ClientManifest

describe('the state of a record', () => {
  it.each([
    ['it is the state that the record names', { status: 'Released', _state: 'Done' }, 'Done', 'It is Done'],
    ['it is the wire state when the record names no other', { status: 'Open' }, 'Open', 'Open'],
    ['it has the label of the first state with its wire name when the state is withheld', { status: 'Released' }, 'Released', 'It is Begun'],
    ['it has its wire name as the label when no state has this name', { status: 'Gone' }, 'Gone', 'Gone'],
    ['it is unknown when it is not sent', { no: 'A-1' }, undefined, undefined],
  ])('%s', (_, record, state, label) => {
    expect([fromWire(manifest, record)['stage'], stateIn(manifest, record)?.label]).toEqual([state, label])
  })
})
