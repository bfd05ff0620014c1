import { describe, expect, it } from 'vitest'
import { after, begun, isAtRest, mayBegin, CARD_TRANSITIONS, type CardState, type CardEvent, type CardPhase, type CardWork } from './card-state.ts'

const atRest: CardState = { phase: 'open', busy: undefined, record: undefined, files: [], wasRestored: false, summary: [], clashes: [] }
const isWork = (happening: CardEvent): happening is CardWork => happening === 'save' || happening === 'act'

/** The state after all events; work that may not begin is skipped. */
const through = (happenings: CardEvent[], from = atRest): CardState => happenings.reduce((state, happening) => {
  if (isWork(happening)) return mayBegin(state, happening) ? begun(state, happening, happening) : state
  return after(state, happening)
}, from)

describe('the state of a card', () => {
  it.each<[string, CardEvent[], CardPhase, string | undefined]>([
    ['it is at rest after a save', ['save', 'end'], 'open', undefined],
    ['it is at rest after an action', ['act', 'end'], 'open', undefined],
    ['it is saving until the save has ended', ['save'], 'saving', 'save'],
    ['it allows one thing at a time', ['save', 'act'], 'saving', 'save'],
    ['it allows nothing twice', ['act', 'act', 'end'], 'open', undefined],
    ['it asks what to do after a conflict', ['save', 'overtaken', 'end'], 'stale', undefined],
    ['it asks at once after a conflict of lines that an action waits for, and the action goes on', ['act', 'overtaken'], 'stale', 'act'],
    ['it starts nothing else meanwhile, even if the question is dismissed', ['act', 'overtaken', 'dismiss', 'save'], 'open', 'act'],
    ['it allows a save once the question is dismissed', ['save', 'overtaken', 'end', 'dismiss', 'save'], 'saving', 'save'],
    ['it removes the question with another attempt', ['save', 'overtaken', 'end', 'save'], 'saving', 'save'],
    ['it is gone once another screen opens, and busy until the work has ended', ['save', 'leave'], 'gone', 'save'],
    ['it is no longer busy once the work has ended after it is gone', ['save', 'leave', 'end'], 'gone', undefined],
    ['it allows no save once it is gone', ['leave', 'save'], 'gone', undefined],
    ['it asks nothing once it is gone', ['act', 'leave', 'overtaken'], 'gone', 'act'],
    ['it has nothing to dismiss at rest', ['dismiss', 'end'], 'open', undefined],
  ])('%s', (_, happenings, phase, busy) => {
    expect(through(happenings)).toEqual({ ...atRest, phase, busy })
  })

  it('it can reach each of its phases and never returns once it is gone', () => {
    const reached = new Set(Object.values(CARD_TRANSITIONS).flatMap((next) => Object.values(next)))
    expect(reached).toEqual(new Set(Object.keys(CARD_TRANSITIONS)))
    expect(CARD_TRANSITIONS.gone).toEqual({})
  })

  it.each<[CardEvent[]]>([[[]], [['save', 'end']]])('it is at rest after %j', (happenings) => {
    expect(isAtRest(through(happenings))).toBe(true)
  })

  it.each<[CardEvent[]]>([[['save']], [['act', 'overtaken', 'end']], [['leave']]])('it is not at rest after %j', (happenings) => {
    expect(isAtRest(through(happenings))).toBe(false)
  })
})
