import { expect, it } from 'vitest'
import { Turns } from './turns.ts'

/** Draws a part with so many further steps, and what `begins` with the first of them. */
function drawer(turns: Turns, drawn: string[]) {
  const part = (name: string, level: 'part' | 'detail', steps: number, begins?: () => void): void => {
    const owner = {}
    const ask = (left: number): void => (left === 0 ? turns.end(owner) : turns.ask(owner, level, () => {
      drawn.push(`${name}${steps - left + 1}`)
      if (left === steps) begins?.()
      ask(left - 1)
    }))
    ask(steps)
  }
  return part
}

const over = (turns: Turns): Promise<void> => new Promise((resolve) => { turns.subscribe(resolve) })

it('a part is drawn with all its details before the next, one step in each task', async () => {
  const turns = new Turns()
  const drawn: string[] = []
  const part = drawer(turns, drawn)
  part('a', 'detail', 2)
  part('part', 'part', 2, () => part('b', 'detail', 2))
  expect(drawn, 'nothing in the task that asks').toEqual([])
  await over(turns)
  expect(drawn).toEqual(['a1', 'a2', 'part1', 'b1', 'b2', 'part2'])
  expect(turns.isOver).toBe(true)
})

it('who is gone holds nobody up', async () => {
  const turns = new Turns()
  const drawn: string[] = []
  const gone = {}
  turns.ask(gone, 'detail', () => drawn.push('gone'))
  turns.ask({}, 'part', () => drawn.push('part'))
  turns.end(gone)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(drawn, 'and it is not over while whoever draws has not asked again').toEqual(['part'])
  expect(turns.isOver).toBe(false)
})

it('with nobody waiting it is over', async () => {
  const turns = new Turns()
  turns.callNext()
  await over(turns)
})
