import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pauseBefore } from './pause.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('a paused call runs once after the last start, with its argument', () => {
  const ran: string[] = []
  const pause = pauseBefore((text: string) => ran.push(text), 100)
  pause.start('a')
  vi.advanceTimersByTime(90)
  pause.start('ab')
  vi.advanceTimersByTime(90)
  expect(ran).toEqual([])
  expect(pause.isPending()).toBe(true)
  vi.advanceTimersByTime(10)
  expect(ran).toEqual(['ab'])
  expect(pause.isPending()).toBe(false)
})

it('a paused call does not run after it is cancelled', () => {
  const ran: string[] = []
  const pause = pauseBefore((text: string) => ran.push(text), 100)
  pause.start('a')
  pause.cancel()
  vi.advanceTimersByTime(1000)
  expect(ran).toEqual([])
})
