import { expect, it } from 'vitest'
import type { Pieces } from '../../core/index.ts'
import { inSlices } from './in-slices.ts'

function* working(pieces: number): Pieces<number> {
  for (let piece = 0; piece < pieces; piece += 1) {
    const until = performance.now() + 3
    while (performance.now() < until);
    yield
  }
  return pieces
}

it('lets a task that waits have its turn before the work is done, and gives its result', async () => {
  const order: string[] = []
  setTimeout(() => order.push('task'))
  const result = inSlices(working(20)).then((pieces) => order.push(`${pieces} pieces`))
  await result
  expect(order).toEqual(['task', '20 pieces'])
})

it('passes on what the work throws', async () => {
  await expect(inSlices((function* (): Pieces<void> {
    yield
    throw new Error('no')
  })())).rejects.toThrow('no')
})
