import { describe, expect, test } from 'vitest'
import { layoutValidator } from './validator.ts'

describe("the form's validator", () => {
  test('refuses a schema whose branches only a validator could choose', () => {
    expect(() => layoutValidator.isValid({ oneOf: [] }, {}, {})).toThrow('say it as a rule of the manifest')
    expect(layoutValidator.isValid({ type: 'string' }, {}, {})).toBe(true)
  })

  test('leaves what is wrong to the core', () => {
    expect(layoutValidator.validateFormData({ amount: 'much' }, { type: 'object', properties: { amount: { type: 'number' } } }).errors).toEqual([])
  })
})
