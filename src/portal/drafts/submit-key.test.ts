import { describe, expect, it } from 'vitest'
import { SubmitKey, submitKey } from './submit-key.ts'

describe('the key of a submit', () => {
  it('it is the same for the same draft with the same content', () => {
    expect(submitKey('a', '{"amount":100}')).toBe(submitKey('a', '{"amount":100}'))
  })

  it.each([
    ['another draft', 'b', '{"amount":100}'],
    ['another amount', 'a', '{"amount":101}'],
    ['the same characters in another order', 'a', '{"amount":010}'],
    ['empty content', 'a', ''],
  ])('it differs for %s', (_, draft, content) => {
    expect(submitKey(draft, content)).not.toBe(submitKey('a', '{"amount":100}'))
  })

  it('it is short, however long the content', () => {
    expect(submitKey('a'.repeat(36), 'x'.repeat(1_000_000)).length).toBeLessThan(100)
  })
})

describe('the keys of a form', () => {
  const formOf = (): SubmitKey => {
    let made = 0
    return new SubmitKey('a', () => `made ${(made += 1)}`)
  }

  it.each<[string, boolean, string[], string[]]>([
    ['a stored record that is submitted again has the same key', false, ['x', 'x'], ['made 1', 'made 1']],
    ['a stored record that is changed and submitted again has a new key', false, ['x', 'y'], ['made 1', 'made 2']],
    ['a stored record that is changed and changed back has a new key each time', false, ['x', 'y', 'x'], ['made 1', 'made 2', 'made 3']],
    ['a new record that is changed and changed back has its first key again', true, ['x', 'y', 'x'], [submitKey('a', 'x'), submitKey('a', 'y'), submitKey('a', 'x')]],
  ])('%s', (_, isNew, contents, keys) => {
    const form = formOf()
    expect(contents.map((content) => form.of(content, isNew))).toEqual(keys)
  })

  it('the key is new after a submit was answered', () => {
    const form = formOf()
    const before = form.of('x', false)
    form.forget()
    expect(form.of('x', false)).not.toBe(before)
  })
})
