import { describe, expect, it } from 'vitest'
import { eventReader } from './event-stream.ts'

const BADGE = 'event: badge\ndata: {"approvals":2}\n\n'

describe('events out of pieces', () => {
  it.each([
    ['one in one piece', [BADGE], [{ event: 'badge', data: '{"approvals":2}' }]],
    ['one letter at a time', [...BADGE], [{ event: 'badge', data: '{"approvals":2}' }]],
    ['two in one piece', [BADGE + BADGE], [{ event: 'badge', data: '{"approvals":2}' }, { event: 'badge', data: '{"approvals":2}' }]],
    ['with line ends of Windows, cut in the middle of one', ['event: badge\r', '\ndata: 1\r\n\r', '\n'], [{ event: 'badge', data: '1' }]],
    ['data of several lines', ['data: a\ndata: b\n\n'], [{ event: 'message', data: 'a\nb' }]],
    ['no event of a comment', [': ping\n\n'], []],
    ['none before its end', ['event: badge\ndata: 1\n'], []],
  ])('%s', (_, pieces, events) => {
    const read = eventReader()
    expect(pieces.flatMap((piece) => read(piece))).toEqual(events)
  })
})
