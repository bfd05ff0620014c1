import { describe, expect, it } from 'vitest'
import { runSliced, yieldIfBusy } from './in-pieces.ts'

/** Longer than a slice. */
function block(): void {
  const until = performance.now() + 6
  while (performance.now() < until);
}

describe('work that yields', () => {
  it('continues in order of arrival, so that nobody who fills every slice keeps others from theirs', async () => {
    const order: string[] = []
    const work = async (name: string, pieces: number): Promise<void> => {
      for (let piece = 0; piece < pieces; piece += 1) {
        await yieldIfBusy()
        order.push(name)
        block()
      }
    }
    await Promise.all([work('a', 6), work('b', 3), work('c', 2)])
    expect(order.join('')).toBe('abcabcabaaa')
  })

  it('work of both kinds takes turns: awaited statements and a generator’s steps', async () => {
    const order: string[] = []
    const statements = async (): Promise<void> => {
      for (let piece = 0; piece < 4; piece += 1) {
        await yieldIfBusy()
        order.push('statement')
        block()
      }
    }
    function* steps(): Generator<undefined, void> {
      for (let piece = 0; piece < 2; piece += 1) {
        order.push('step')
        block()
        yield undefined
      }
    }
    await Promise.all([statements(), runSliced(steps())])
    expect(order.slice(0, 5).filter((one) => one === 'step')).toHaveLength(2)
  })
})
