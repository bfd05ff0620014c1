import { expect, test } from 'vitest'
import { adjoining, type Span } from './spans.ts'

const span = (start: string, end: string, amount = 1): Span => ({ start, end, amount })

test.each<[string, Span[], number]>([
  ['none', [], 0],
  ['one right before', [span('2026-06-08', '2026-06-10', 2)], 2],
  ['one right after', [span('2026-06-12', '2026-06-15', 2)], 2],
  ['one a day before and one a day after', [span('2026-06-08', '2026-06-09'), span('2026-06-13', '2026-06-14')], 0],
  ['a chain of single days before', [span('2026-06-07', '2026-06-08'), span('2026-06-08', '2026-06-09'), span('2026-06-09', '2026-06-10')], 3],
  ['chains on both sides in any order', [span('2026-06-14', '2026-06-15'), span('2026-06-08', '2026-06-09'), span('2026-06-12', '2026-06-14', 2), span('2026-06-09', '2026-06-10')], 5],
  ['a chain with a gap', [span('2026-06-06', '2026-06-07'), span('2026-06-08', '2026-06-09'), span('2026-06-09', '2026-06-10')], 2],
  ['one that lies within', [span('2026-06-11', '2026-06-11', 0.5)], 0.5],
])('of the stretch from 10 to 12 June meets %s', (_, spans, sum) => {
  expect(adjoining('2026-06-10', '2026-06-12', spans)).toBe(sum)
})
