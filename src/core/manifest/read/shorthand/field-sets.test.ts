import { expect, test } from 'vitest'
import type { Json } from '../../../document/json.ts'
import { withFieldSets } from './field-sets.ts'

const sets = { address: ['street', 'town'] }

test.each<[string, Json, Json]>([
  ['a set stands for its fields', ['name', '@address'], ['name', 'street', 'town']],
  ['a field named besides stands once, where it comes first', ['town', '@address', 'street'], ['town', 'street']],
  ['a set named twice stands once', ['@address', '@address'], ['street', 'town']],
  ['what a list repeats of its own accord stays', ['', '', 'town', 'town'], ['', '', 'town', 'town']],
  ['also beside a set', ['x', 'x', '@address'], ['x', 'x', 'street', 'town']],
  ['the fields of a set in lines', ['lines.town', 'lines.@address'], ['lines.town', 'lines.street']],
  ['what an object says of a field itself goes before', { '@address': 1, town: 2 }, { street: 1, town: 2 }],
])('%s', (_, written, expected) => {
  expect(withFieldSets(written, sets)).toEqual(expected)
})
