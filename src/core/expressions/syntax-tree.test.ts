import { Environment } from '@marcbachmann/cel-js'
import { expect, it } from 'vitest'
import { parseIn, parsePlainly } from './syntax-tree.ts'

const environment = new Environment({ unlistedVariablesAreDyn: true })

/** Repetitive expressions of a given length. */
const SHAPES: [shape: string, of: (length: number) => string][] = [
  ['brackets', (length) => `${'('.repeat((length - 4) / 2)}true${')'.repeat((length - 4) / 2)}`],
  ['negations', (length) => `${'!'.repeat(length - 4)}true`],
  ['minuses', (length) => `${'-'.repeat(length - 1)}1`],
  ['list elements', (length) => `[1${',1'.repeat((length - 3) / 2)}]`],
  ['fields of fields', (length) => `a${'.a'.repeat((length - 1) / 2)}`],
  ['indexes of indexes', (length) => `a${'[0]'.repeat((length - 1) / 3)}`],
  ['sums', (length) => `1${'+1'.repeat((length - 1) / 2)}`],
  ['one text', (length) => `"${'a'.repeat(length - 2)}"`],
]

it.each(SHAPES)('an expression of %s that is too long is refused before it is parsed', (_, of) => {
  for (const parse of [parsePlainly, (source: string) => parseIn(environment, source)]) expect(() => parse(of(1_000_000))).toThrow(/^An expression has at most 10000 characters, not \d+$/)
})

it.each(SHAPES)('an expression of %s of the greatest length does not overflow the stack', (_, of) => {
  let failure: unknown
  try {
    parsePlainly(of(10_000))
  } catch (error) {
    failure = error
  }
  expect(String(failure)).not.toContain('call stack')
})
