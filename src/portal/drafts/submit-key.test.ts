import { describe, expect, it } from 'vitest'
import { SubmitKey, submitKey } from './submit-key.ts'

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

describe('the keys of a form', () => {
  const formOf = (): SubmitKey => {
    let made = 0
    return new SubmitKey('a', () => `made ${(made += 1)}`)
  }

  it.each<[string, boolean, string[], string[]]>([
    ['what is stored, tried again', false, ['x', 'x'], ['made 1', 'made 1']],
    ['what is stored, changed before it is tried again', false, ['x', 'y'], ['made 1', 'made 2']],
    ['what is stored, changed and changed back', false, ['x', 'y', 'x'], ['made 1', 'made 2', 'made 3']],
    ['a new one, changed and changed back', true, ['x', 'y', 'x'], [submitKey('a', 'x'), submitKey('a', 'y'), submitKey('a', 'x')]],
  ])('%s', (_, isNew, contents, keys) => {
    const form = formOf()
    expect(contents.map((content) => form.of(content, isNew))).toEqual(keys)
  })

  it('are others once a submit was answered', () => {
    const form = formOf()
    const before = form.of('x', false)
    form.forget()
    expect(form.of('x', false)).not.toBe(before)
  })
})
