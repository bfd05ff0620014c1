import { describe, expect, it } from 'vitest'
import { passwordProblem, presentPasswordProblem, repeatedPasswordProblem } from './password-problems.ts'

describe('the check of a password in the browser', () => {
  it.each([['', 'Password is Required.'], ['1234567', 'Min 8 characters'], ['12345678', undefined], ['        ', undefined]])('the problem of the new password %j is: %s', (password, problem) => {
    expect(passwordProblem(password)).toBe(problem)
  })

  it.each([['', 'Password is Required.'], ['short', undefined]])('the problem of the Windows account’s password %j is: %s', (password, problem) => {
    expect(presentPasswordProblem(password)).toBe(problem)
  })

  it.each([['', 'Type the password once more.'], ['Sukari-202', 'The two passwords are not the same.'], ['sukari-2026', 'The two passwords are not the same.'], ['Sukari-2026', undefined]])('the problem of the repetition %j of Sukari-2026 is: %s', (repeated, problem) => {
    expect(repeatedPasswordProblem('Sukari-2026', repeated)).toBe(problem)
  })
})
