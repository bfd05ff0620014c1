import { describe, expect, it } from 'vitest'
import { submitKey } from './submit-key.ts'

describe('the key of a submit', () => {
  it('is the same for the same draft with the same content', () => {
    expect(submitKey('a', '{"amount":100}')).toBe(submitKey('a', '{"amount":100}'))
  })

  it.each([
    ['another draft', 'b', '{"amount":100}'],
    ['another figure', 'a', '{"amount":101}'],
    ['the same letters in another order', 'a', '{"amount":010}'],
    ['nothing', 'a', ''],
  ])('is another for %s', (_, draft, content) => {
    expect(submitKey(draft, content)).not.toBe(submitKey('a', '{"amount":100}'))
  })

  it('is short, whatever is sent', () => {
    expect(submitKey('a'.repeat(36), 'x'.repeat(1_000_000)).length).toBeLessThan(100)
  })
})
