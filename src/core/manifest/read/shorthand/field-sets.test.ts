import { expect, test } from 'vitest'
import type { Json } from '../../../document/json.ts'
import { withFieldSets } from './field-sets.ts'

const sets = { address: ['street', 'town'] }

test.each<[string, Json, Json]>([
  ['a set is replaced by its fields', ['name', '@address'], ['name', 'street', 'town']],
  ['a field that is listed beside its set occurs once, at its first place', ['town', '@address', 'street'], ['town', 'street']],
  ['a set that is listed twice is expanded once', ['@address', '@address'], ['street', 'town']],
  ['a list without sets keeps its repetitions', ['', '', 'town', 'town'], ['', '', 'town', 'town']],
  ['a list with a set keeps the repetitions of other items', ['x', 'x', '@address'], ['x', 'x', 'street', 'town']],
  ['a set in lines is replaced by its fields in those lines', ['lines.town', 'lines.@address'], ['lines.town', 'lines.street']],
  ['an object’s entry for a field wins over that of its set', { '@address': 1, town: 2 }, { street: 1, town: 2 }],
])('%s', (_, written, expected) => {
  expect(withFieldSets(written, sets)).toEqual(expected)
})
