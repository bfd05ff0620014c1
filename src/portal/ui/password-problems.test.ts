import { describe, expect, it } from 'vitest'
import { passwordProblem, presentPasswordProblem, repeatedPasswordProblem } from './password-problems.ts'

describe('the check of a password in the browser', () => {
  it.each([['', 'Password is Required.'], ['1234567', 'Min 8 characters']])('the problem of the new password %j is: %s', (password, problem) => {
    expect(passwordProblem(password)).toBe(problem)
  })

  it.each(['12345678', '        '])('the new password %j has no problem', (password) => {
    expect(passwordProblem(password)).toBeUndefined()
  })

  it('a present password may be short but not missing', () => {
    expect([presentPasswordProblem('short'), presentPasswordProblem('')]).toEqual([undefined, 'Password is Required.'])
  })

  it('a password that is repeated exactly has no problem', () => {
    expect(repeatedPasswordProblem('Sukari-2026', 'Sukari-2026')).toBeUndefined()
  })

  it.each([['', 'Repeat the password.'], ['Sukari-202', 'The two passwords are not the same.'], ['sukari-2026', 'The two passwords are not the same.']])('the problem of the repetition %j of Sukari-2026 is: %s', (repeated, problem) => {
    expect(repeatedPasswordProblem('Sukari-2026', repeated)).toBe(problem)
  })
})
