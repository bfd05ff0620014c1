import { describe, expect, it } from 'vitest'
import { attemptsFor, firstBelow, jpegName, type Attempt } from './smaller-picture.ts'

describe('the sizes tried for a picture', () => {
  it.each([
    { of: 'a photo of 12 megapixels', width: 4032, height: 3024, sizes: ['2400×1800', '1800×1350', '1200×900'] },
    { of: 'the same upright', width: 3024, height: 4032, sizes: ['1800×2400', '1350×1800', '900×1200'] },
    { of: 'a photo of 48 megapixels', width: 8064, height: 6048, sizes: ['2400×1800', '1800×1350', '1200×900'] },
    { of: 'a picture that is only heavy, which stays as it is first', width: 2000, height: 1000, sizes: ['2000×1000', '1800×900', '1200×600'] },
    { of: 'a small one', width: 800, height: 600, sizes: ['800×600'] },
    { of: 'a strip', width: 12_000, height: 1, sizes: ['2400×1', '1800×1', '1200×1'] },
    { of: 'one that would take the memory of the tab', width: 16_320, height: 12_240, sizes: [] },
    { of: 'nothing', width: 0, height: 0, sizes: [] },
  ])('$of', ({ width, height, sizes }) => {
    expect([...new Set(attemptsFor({ width, height }).map((one) => `${one.width}×${one.height}`))]).toEqual(sizes)
  })

  it('the quality falls before the size does', () => {
    const attempts = attemptsFor({ width: 4000, height: 3000 })
    for (const [at, attempt] of attempts.entries()) {
      const before = attempts[at - 1]
      if (before) expect(before.width > attempt.width || before.quality > attempt.quality).toBe(true)
    }
  })
})

describe('the picture that is kept', () => {
  /** A picture of so many bits for each pixel at full quality. */
  const encoder = (bits: number, tried: Attempt[] = []) => (attempt: Attempt) => {
    tried.push(attempt)
    return Promise.resolve({ size: Math.round((attempt.width * attempt.height * attempt.quality * bits) / 8), attempt })
  }

  it.each([
    { of: 'a receipt at the best quality', bits: 2, maxBytes: 2_000_000, expected: '2400 at 0.85' },
    { of: 'a leafy tree at a lower one', bits: 5, maxBytes: 2_000_000, expected: '2400 at 0.6' },
    { of: 'noise at a smaller size', bits: 8, maxBytes: 2_000_000, expected: '1800 at 0.7' },
    { of: 'a stricter limit', bits: 4, maxBytes: 500_000, expected: '1200 at 0.6' },
    { of: 'nothing at all under a tiny limit', bits: 4, maxBytes: 10_000, expected: undefined },
  ])('is $of', async ({ bits, maxBytes, expected }) => {
    const kept = await firstBelow(attemptsFor({ width: 4000, height: 3000 }), maxBytes, encoder(bits))
    expect(kept && `${kept.attempt.width} at ${kept.attempt.quality}`).toBe(expected)
    if (kept) expect(kept.size).toBeLessThan(maxBytes)
  })

  it('is the first that is below the limit: nothing is encoded after it, and the limit itself is too much', async () => {
    const tried: Attempt[] = []
    const attempts = [{ width: 10, height: 10, quality: 1 }, { width: 8, height: 10, quality: 1 }, { width: 5, height: 10, quality: 1 }]
    const kept = await firstBelow(attempts, 100, encoder(8, tried))
    expect([kept?.size, tried.length]).toEqual([80, 2])
  })
})

it.each([
  ['receipt.jpg', 'receipt.jpg'], ['IMG_0001.JPEG', 'IMG_0001.JPEG'], ['scan.png', 'scan.jpg'], ['IMG_2.HEIC', 'IMG_2.jpg'], ['a.b.webp', 'a.b.jpg'], ['photo', 'photo.jpg'], ['old.jfif', 'old.jpg'],
])('%s becomes %s', (name, expected) => {
  expect(jpegName(name)).toBe(expected)
})
