import { expect, it } from 'vitest'
import { hasTooManyParts } from './picture-parts.ts'

const HEAD = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex')
const END = Buffer.from('0000000049454e44ae426082', 'hex')
const EMPTY_TEXT = Buffer.from('00000000744558749642c585', 'hex')
const withTexts = (count: number): Buffer => Buffer.concat([HEAD, ...Array.from({ length: count }, () => EMPTY_TEXT), END])

it('a PNG of a hundred thousand parts has too many', () => {
  expect(hasTooManyParts(withTexts(100_000))).toBe(true)
})

it.each([
  ['a PNG of five thousand parts', withTexts(5_000)],
  ['a PNG without one complete part', HEAD.subarray(0, 20)],
  ['a PNG whose part claims to be longer than the file', Buffer.concat([HEAD, Buffer.from('ffffffff7445587400000000', 'hex')])],
  ['a PNG with zeros after its end', Buffer.concat([withTexts(1), Buffer.alloc(1_000_000)])],
  ['a file that is no PNG', Buffer.alloc(1_000_000)],
])('%s does not have too many parts', (_, content) => {
  expect(hasTooManyParts(content)).toBe(false)
})
