import { describe, expect, it } from 'vitest'
import { passwordProblem, presentPasswordProblem, repeatedPasswordProblem } from './password-problems.ts'

describe('what is said of a password before the server is asked', () => {
  it.each([['', 'Password is Required.'], ['1234567', 'Min 8 characters'], ['12345678', undefined], ['        ', undefined]])('password %j: %s', (password, problem) => {
    expect(passwordProblem(password)).toBe(problem)
  })

  it.each([['', 'Password is Required.'], ['short', undefined]])('password of a Windows account %j: %s', (password, problem) => {
    expect(presentPasswordProblem(password)).toBe(problem)
  })

  it.each([['', 'Type the password once more.'], ['Sukari-202', 'The two passwords are not the same.'], ['sukari-2026', 'The two passwords are not the same.'], ['Sukari-2026', undefined]])('Sukari-2026 and then %j: %s', (repeated, problem) => {
    expect(repeatedPasswordProblem('Sukari-2026', repeated)).toBe(problem)
  })
})
