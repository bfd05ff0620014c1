import { expect, it } from 'vitest'
import { hasTooManyParts } from './picture-parts.ts'

const HEAD = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex')
const END = Buffer.from('0000000049454e44ae426082', 'hex')
const EMPTY_TEXT = Buffer.from('00000000744558749642c585', 'hex')
const withTexts = (count: number): Buffer => Buffer.concat([HEAD, ...Array.from({ length: count }, () => EMPTY_TEXT), END])

it.each([
  { name: 'a PNG of five thousand parts does not have too many', content: withTexts(5_000), isTooMany: false },
  { name: 'a PNG of a hundred thousand parts has too many', content: withTexts(100_000), isTooMany: true },
  { name: 'a PNG without one complete part does not have too many', content: HEAD.subarray(0, 20), isTooMany: false },
  { name: 'a PNG whose part claims to be longer than the file does not have too many', content: Buffer.concat([HEAD, Buffer.from('ffffffff7445587400000000', 'hex')]), isTooMany: false },
  { name: 'a PNG with zeros after its end does not have too many', content: Buffer.concat([withTexts(1), Buffer.alloc(1_000_000)]), isTooMany: false },
  { name: 'a file that is no PNG does not have too many', content: Buffer.alloc(1_000_000), isTooMany: false },
])('$name', ({ content, isTooMany }) => {
  expect(hasTooManyParts(content)).toBe(isTooMany)
})
