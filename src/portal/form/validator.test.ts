import { describe, expect, test } from 'vitest'
import { layoutValidator } from './validator.ts'

describe('the form’s validator', () => {
  test('it refuses a schema with alternatives that only a validator could choose between', () => {
    expect(() => layoutValidator.isValid({ oneOf: [] }, {}, {})).toThrow('say it as a rule of the manifest')
    expect(layoutValidator.isValid({ type: 'string' }, {}, {})).toBe(true)
  })

  test('it reports no errors, which is left to the core', () => {
    expect(layoutValidator.validateFormData({ amount: 'much' }, { type: 'object', properties: { amount: { type: 'number' } } }).errors).toEqual([])
  })
})
