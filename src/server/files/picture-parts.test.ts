import { expect, it } from 'vitest'
import { hasTooManyParts } from './picture-parts.ts'

const HEAD = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex')
const END = Buffer.from('0000000049454e44ae426082', 'hex')
const EMPTY_TEXT = Buffer.from('00000000744558749642c585', 'hex')
const withTexts = (count: number): Buffer => Buffer.concat([HEAD, ...Array.from({ length: count }, () => EMPTY_TEXT), END])

it.each([
  { name: 'a few', content: withTexts(5_000), isTooMany: false },
  { name: 'a hundred thousand', content: withTexts(100_000), isTooMany: true },
  { name: 'none that is whole', content: HEAD.subarray(0, 20), isTooMany: false },
  { name: 'one that says that it is longer than the file', content: Buffer.concat([HEAD, Buffer.from('ffffffff7445587400000000', 'hex')]), isTooMany: false },
  { name: 'zeros behind its end', content: Buffer.concat([withTexts(1), Buffer.alloc(1_000_000)]), isTooMany: false },
  { name: 'those of no PNG', content: Buffer.alloc(1_000_000), isTooMany: false },
])('a picture’s parts are counted: $name', ({ content, isTooMany }) => {
  expect(hasTooManyParts(content)).toBe(isTooMany)
})
