import { describe, expect, it } from 'vitest'
import { codeProblem, digitsOf, emailProblem, passwordProblem, repeatedPasswordProblem, usernameProblem, presentPasswordProblem } from './credentials.ts'

describe('what sign-in says before it asks the server', () => {
  it.each([
    ['', 'Email is Required.'], ['   ', 'Email is Required.'], ['wanjiku', 'E-mail must be valid'], ['a@b', 'E-mail must be valid'], ['a b@c.de', 'E-mail must be valid'], ['@c.de', 'E-mail must be valid'],
    ['a@b.c, d@e.f', 'E-mail must be valid'], ['wanjiku@mazingira.example', undefined], ['  wanjiku@mazingira.example ', undefined],
  ])('e-mail %j: %s', (email, problem) => {
    expect(emailProblem(email)).toBe(problem)
  })

  it.each([['', 'Username is Required.'], ['  ', 'Username is Required.'], ['hassan', undefined], ['BARAKA\\hassan', undefined]])('user name %j: %s', (username, problem) => {
    expect(usernameProblem(username)).toBe(problem)
  })

  it.each([['', 'Password is Required.'], ['1234567', 'Min 8 characters'], ['12345678', undefined], ['        ', undefined]])('password %j: %s', (password, problem) => {
    expect(passwordProblem(password)).toBe(problem)
  })

  it.each([['', 'Password is Required.'], ['short', undefined]])('password of a Windows account %j: %s', (password, problem) => {
    expect(presentPasswordProblem(password)).toBe(problem)
  })

  it.each([['', 'Type the password once more.'], ['Sukari-202', 'The two passwords are not the same.'], ['sukari-2026', 'The two passwords are not the same.'], ['Sukari-2026', undefined]])('Sukari-2026 and then %j: %s', (repeated, problem) => {
    expect(repeatedPasswordProblem('Sukari-2026', repeated)).toBe(problem)
  })

  it.each([['', '', 'The code is required.'], ['abc', '', 'The code is required.'], ['12345', '12345', 'The code has 6 digits.'], ['123 456', '123456', undefined], ['123-456.', '123456', undefined], ['Code: 0123456789', '012345', undefined]])(
    'code %j: %j, %s', (typed, digits, problem) => {
      expect(digitsOf(typed)).toBe(digits)
      expect(codeProblem(digits)).toBe(problem)
    },
  )
})
