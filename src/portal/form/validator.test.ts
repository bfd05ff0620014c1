import { describe, expect, test } from 'vitest'
import { sessionValidator, validationOf } from './validator.ts'

const issue = (path: string, message: string) => ({ path, rule: 'required', message, severity: 'error' as const })

describe("the form's validator", () => {
  test('says what the session says, at the field it is about', () => {
    const { errors, errorSchema } = validationOf([issue('description', 'Required.'), issue('lines.1.amount', 'Too much.'), issue('', 'No lines.')])
    expect(errors.map((error) => error.property)).toEqual(['.description', '.lines.1.amount', '.'])
    expect(errorSchema).toEqual({ description: { __errors: ['Required.'] }, lines: { 1: { amount: { __errors: ['Too much.'] } } }, __errors: ['No lines.'] })
  })

  test('asks for the issues anew each time', () => {
    let issues = [issue('description', 'Required.')]
    const validator = sessionValidator(() => issues)
    expect(validator.validateFormData({}, {}).errors).toHaveLength(1)
    issues = []
    expect(validator.validateFormData({}, {}).errors).toEqual([])
  })

  test('refuses a schema whose branches only a validator could choose', () => {
    expect(() => sessionValidator(() => []).isValid({ oneOf: [] }, {}, {})).toThrow('say it as a rule of the manifest')
    expect(sessionValidator(() => []).isValid({ type: 'string' }, {}, {})).toBe(true)
  })
})
