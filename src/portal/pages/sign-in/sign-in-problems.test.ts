import { describe, expect, it } from 'vitest'
import { codeProblem, digitsOf, emailProblem, usernameProblem } from './sign-in-problems.ts'

describe('the check of a sign-in in the browser', () => {
  it.each([
    ['', 'Email is Required.'], ['   ', 'Email is Required.'], ['wanjiku', 'E-mail must be valid'], ['a@b', 'E-mail must be valid'], ['a b@c.de', 'E-mail must be valid'], ['@c.de', 'E-mail must be valid'],
    ['a@b.c, d@e.f', 'E-mail must be valid'], ['wanjiku@mazingira.example', undefined], ['  wanjiku@mazingira.example ', undefined],
  ])('the problem of the e-mail %j is: %s', (email, problem) => {
    expect(emailProblem(email)).toBe(problem)
  })

  it.each([['', 'Username is Required.'], ['  ', 'Username is Required.'], ['hassan', undefined], ['BARAKA\\hassan', undefined]])('the problem of the user name %j is: %s', (username, problem) => {
    expect(usernameProblem(username)).toBe(problem)
  })

  it.each([['', '', 'The code is required.'], ['abc', '', 'The code is required.'], ['12345', '12345', 'The code has 6 digits.'], ['123 456', '123456', undefined], ['123-456.', '123456', undefined], ['Code: 0123456789', '012345', undefined]])(
    'the code %j is read as %j, with the problem: %s', (typed, digits, problem) => {
      expect(digitsOf(typed)).toBe(digits)
      expect(codeProblem(digits)).toBe(problem)
    },
  )
})
