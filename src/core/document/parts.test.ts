import { describe, expect, test } from 'vitest'
import { runToCompletion } from '../pieces.ts'
import { makeShape, makeType } from '../testing/make-type.ts'
import { accepting } from './accept.ts'
import type { Doc, Json } from './json.ts'

const manifest = makeType({
  shape: makeShape({
    no: {}, employee_no: {}, status: {}, description: {}, site: { title: 'Site' },
    place: { type: 'object', title: 'Position', parts: makeShape({ latitude: { type: 'number', title: 'Latitude', minimum: -90, maximum: 90 }, seenAt: { format: 'date-time', title: 'Seen at' }, note: { title: 'Note', maxLength: 5 } }) },
  }),
})
const read = (wire: Json, stored: Doc = { no: 'C-1' }) => runToCompletion(accepting(manifest, wire, stored))

describe('an object with parts', () => {
  test.each<[string, Json, Json | undefined]>([
    ['keeps its parts', { latitude: -1.2, note: 'gate' }, { latitude: -1.2, note: 'gate' }],
    ['keeps a date-time as a moment', { seenAt: '2026-06-15T09:30:00+03:00' }, { seenAt: '2026-06-15T06:30:00Z' }],
    ['drops the parts that are empty', { latitude: 1, note: '' }, { latitude: 1 }],
    ['is empty if all its parts are', { latitude: null }, undefined],
    ['is empty without parts', {}, undefined],
  ])('it %s', (_, place, expected) => {
    expect(read({ place })).toEqual({ doc: { no: 'C-1', ...(expected !== undefined && { place: expected }) }, issues: [] })
  })

  test.each<[string, Json, string, string]>([
    ['a part that is not declared', { latitude: 1, altitude: 5 }, 'unknownPart', 'Position has no part “altitude”. Its parts are latitude, seenAt, note.'],
    ['a prototype', JSON.parse('{"__proto__":{"admin":true}}') as Json, 'unknownPart', 'Position has no part “__proto__”. Its parts are latitude, seenAt, note.'],
    ['a part of another type', { latitude: '1' }, 'part', 'Latitude (Position): The value must be a number.'],
    ['a part beyond its limit', { latitude: 91 }, 'part', 'Latitude (Position): Cannot be more than 90'],
    ['a part that is too long', { note: 'a long note' }, 'part', 'Note (Position): The value can have at most 5 characters.'],
    ['an object in a part', { note: { a: 1 } }, 'part', 'Note (Position): The value must be text.'],
    ['a list', [], 'type', 'Position must be a group of values.'],
  ])('%s is refused by name', (_, place, rule, message) => {
    expect(read({ place }).issues).toEqual([{ path: 'place', rule, message, severity: 'error' }])
  })
})

describe('a stored value that would be refused today', () => {
  const stored = { no: 'C-1', site: 'North\ngate', place: { latitude: 1, altitude: 5 } }
  test('it stays if it is sent back unchanged', () => {
    expect(read({ description: 'Taxi', site: 'North\ngate', place: { latitude: 1, altitude: 5 } }, stored)).toEqual({ doc: { ...stored, description: 'Taxi' }, issues: [] })
  })

  test.each<[string, Json]>([['another text of two lines', { site: 'South\ngate' }], ['another object of unknown parts', { place: { latitude: 2, altitude: 5 } }]])('%s is refused', (_, wire) => {
    expect(read(wire, stored).issues).toHaveLength(1)
  })
})
