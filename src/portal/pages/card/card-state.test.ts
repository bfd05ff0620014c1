import { describe, expect, it } from 'vitest'
import { after, begun, isAtRest, mayBegin, NEXT, type CardState, type Happening, type Phase, type Work } from './card-state.ts'

const atRest: CardState = { phase: 'open', busy: undefined, record: undefined, files: [], wasRestored: false, summary: [], clashes: [] }
const isWork = (happening: Happening): happening is Work => happening === 'save' || happening === 'act'

/** The state after all events; work that may not begin is skipped. */
const through = (happenings: Happening[], from = atRest): CardState => happenings.reduce((state, happening) => {
  if (isWork(happening)) return mayBegin(state, happening) ? begun(state, happening, happening) : state
  return after(state, happening)
}, from)

describe('a card', () => {
  it.each<[string, Happening[], Phase, string | undefined]>([
    ['saves and is at rest again', ['save', 'end'], 'open', undefined],
    ['acts and is at rest again', ['act', 'end'], 'open', undefined],
    ['is saving until that has ended', ['save'], 'saving', 'save'],
    ['does one thing at a time', ['save', 'act'], 'saving', 'save'],
    ['does nothing twice', ['act', 'act', 'end'], 'open', undefined],
    ['asks what to do when somebody else was first', ['save', 'overtaken', 'end'], 'stale', undefined],
    ['asks at once when lines were overtaken that an action waits for, and goes on with it', ['act', 'overtaken'], 'stale', 'act'],
    ['begins nothing else meanwhile, though the question is put away', ['act', 'overtaken', 'put-away', 'save'], 'open', 'act'],
    ['may be saved again once the question is put away', ['save', 'overtaken', 'end', 'put-away', 'save'], 'saving', 'save'],
    ['takes the question away with another try', ['save', 'overtaken', 'end', 'save'], 'saving', 'save'],
    ['is gone once it leads elsewhere, and busy until what led there has ended', ['save', 'leave'], 'gone', 'save'],
    ['comes to rest where it is gone, too', ['save', 'leave', 'end'], 'gone', undefined],
    ['is not saved once it is gone', ['leave', 'save'], 'gone', undefined],
    ['asks nothing once it is gone', ['act', 'leave', 'overtaken'], 'gone', 'act'],
    ['has nothing to put away at rest', ['put-away', 'end'], 'open', undefined],
  ])('%s', (_, happenings, phase, busy) => {
    expect(through(happenings)).toEqual({ ...atRest, phase, busy })
  })

  it('comes to each of its phases and never back from where it is gone', () => {
    const reached = new Set(Object.values(NEXT).flatMap((next) => Object.values(next)))
    expect(reached).toEqual(new Set(Object.keys(NEXT)))
    expect(NEXT.gone).toEqual({})
  })

  it.each<[Happening[], boolean]>([[[], true], [['save'], false], [['act', 'overtaken', 'end'], false], [['leave'], false], [['save', 'end'], true]])('after %j is at rest: %s', (happenings, expected) => {
    expect(isAtRest(through(happenings))).toBe(expected)
  })
})
