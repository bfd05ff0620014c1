import { expect, it } from 'vitest'
import { TokenBuckets } from './token-buckets.ts'

it('a bucket allows a minute’s requests at once, then one whenever a token is added', () => {
  let now = 5_000
  const buckets = new TokenBuckets(() => now)
  const asked = (name: string, times: number): number[] => Array.from({ length: times }, () => {
    const wait = buckets.wait(name, 30)
    if (wait === 0) buckets.take(name, 30)
    return wait
  })
  expect(asked('anna', 30)).toEqual(Array(30).fill(0))
  expect(asked('anna', 2)).toEqual([2_000, 2_000])
  expect(asked('ben', 1)).toEqual([0])
  now += 500
  expect(asked('anna', 1)).toEqual([1_500])
  now += 1_500
  expect(asked('anna', 2)).toEqual([0, 2_000])
  now += 3_600_000
  expect(asked('anna', 31).filter((wait) => wait > 0)).toEqual([2_000])
})

it('a window may be longer than a minute', () => {
  let now = 0
  const buckets = new TokenBuckets(() => now, 3_600_000)
  for (let taken = 0; taken < 30; taken += 1) buckets.take('anna', 30)
  expect(buckets.wait('anna', 30)).toBe(120_000)
  now += 120_000
  expect(buckets.wait('anna', 30)).toBe(0)
})
