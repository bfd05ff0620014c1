import { describe, expect, it } from 'vitest'
import { eventReader } from './event-stream.ts'

const BADGE = 'event: badge\ndata: {"approvals":2}\n\n'

describe('events that arrive in pieces', () => {
  it.each([
    ['one event is read from one piece', [BADGE], [{ event: 'badge', data: '{"approvals":2}' }]],
    ['one event is read character by character', [...BADGE], [{ event: 'badge', data: '{"approvals":2}' }]],
    ['two events are read from one piece', [BADGE + BADGE], [{ event: 'badge', data: '{"approvals":2}' }, { event: 'badge', data: '{"approvals":2}' }]],
    ['an event is read with Windows line ends, split within one', ['event: badge\r', '\ndata: 1\r\n\r', '\n'], [{ event: 'badge', data: '1' }]],
    ['an event may have several lines of data', ['data: a\ndata: b\n\n'], [{ event: 'message', data: 'a\nb' }]],
    ['a comment gives no event', [': ping\n\n'], []],
    ['an event is not read before its end', ['event: badge\ndata: 1\n'], []],
  ])('%s', (_, pieces, events) => {
    const read = eventReader()
    expect(pieces.flatMap((piece) => read(piece))).toEqual(events)
  })
})
