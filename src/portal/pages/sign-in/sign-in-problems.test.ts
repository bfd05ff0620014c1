import { describe, expect, it } from 'vitest'
import { codeProblem, digitsOf, emailProblem, usernameProblem } from './sign-in-problems.ts'

describe('the check of a sign-in in the browser', () => {
  it.each([
    ['', 'Email is Required.'], ['   ', 'Email is Required.'], ['wanjiku', 'E-mail must be valid'], ['a@b', 'E-mail must be valid'], ['a b@c.de', 'E-mail must be valid'], ['@c.de', 'E-mail must be valid'],
    ['a@b.c, d@e.f', 'E-mail must be valid'],
  ])('the problem of the e-mail %j is: %s', (email, problem) => {
    expect(emailProblem(email)).toBe(problem)
  })

  it.each(['wanjiku@mazingira.example', '  wanjiku@mazingira.example '])('the e-mail %j has no problem', (email) => {
    expect(emailProblem(email)).toBeUndefined()
  })

  it.each(['', '  '])('the user name %j is missing', (username) => {
    expect(usernameProblem(username)).toBe('Username is Required.')
  })

  it.each(['hassan', 'BARAKA\\hassan'])('the user name %j has no problem', (username) => {
    expect(usernameProblem(username)).toBeUndefined()
  })

  it.each([['', '', 'Code is Required.'], ['abc', '', 'Code is Required.'], ['12345', '12345', 'The code has 6 digits.']])('the code %j is read as %j, with the problem: %s', (typed, digits, problem) => {
    expect(digitsOf(typed)).toBe(digits)
    expect(codeProblem(digits)).toBe(problem)
  })

  it.each([['123 456', '123456'], ['123-456.', '123456'], ['Code: 0123456789', '012345']])('the code %j is read as %j, without a problem', (typed, digits) => {
    expect(digitsOf(typed)).toBe(digits)
    expect(codeProblem(digits)).toBeUndefined()
  })
})
