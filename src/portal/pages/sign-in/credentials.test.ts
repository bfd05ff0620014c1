import { describe, expect, it } from 'vitest'
import { emailProblem, passwordProblem } from './credentials.ts'

describe('what sign-in says before it asks the server', () => {
  it.each([
    ['', 'Email is Required.'], ['   ', 'Email is Required.'], ['wanjiku', 'E-mail must be valid'], ['a@b', 'E-mail must be valid'], ['a b@c.de', 'E-mail must be valid'], ['@c.de', 'E-mail must be valid'],
    ['wanjiku@mazingira.example', undefined], ['  wanjiku@mazingira.example ', undefined],
  ])('e-mail %j: %s', (email, problem) => {
    expect(emailProblem(email)).toBe(problem)
  })

  it.each([['', 'Password is Required.'], ['1234567', 'Min 8 characters'], ['12345678', undefined], ['        ', undefined]])('password %j: %s', (password, problem) => {
    expect(passwordProblem(password)).toBe(problem)
  })
})
