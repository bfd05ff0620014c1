import { expect, test } from 'vitest'
import type { Json } from '../../core/index.ts'
import { makeField } from '../../core/testing/make-type.ts'
import { shownWhileTyped } from './typed-value.ts'

test.each<[string, Json | undefined, Json | undefined, Json | undefined]>([
  ['a text is shown as it was typed', 'kda 1', 'KDA 1', 'kda 1'],
  ['a text that came from elsewhere meanwhile is shown as it came', 'kda 1', 'KDB 2', 'KDB 2'],
  ['a text of which nothing is held is shown as it was typed', '', undefined, ''],
  ['a text that was emptied from elsewhere is shown as empty', 'kda 1', undefined, undefined],
  ['a text that nobody typed is shown as it is held', undefined, 'KDA 1', 'KDA 1'],
])('%s', (_, typed, held, shown) => {
  expect(shownWhileTyped(makeField('plate', { uppercase: true }), typed, held)).toBe(shown)
})
