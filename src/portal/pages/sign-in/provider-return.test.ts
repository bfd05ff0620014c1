import { describe, expect, it } from 'vitest'
import { readReturn, refusalIn } from './provider-return.ts'

describe('the return from an identity provider', () => {
  it.each([
    ['#code=abc', { code: 'abc' }],
    ['#refused=provider-declined', { refusal: 'You were not signed in: it was cancelled, or not allowed.' }],
    ['#refused=Call+0700+000+000', { refusal: 'The sign-in could not be confirmed. Start again, and if the problem persists, tell your administrator.' }],
    ['#refused=toString', { refusal: 'The sign-in could not be confirmed. Start again, and if the problem persists, tell your administrator.' }],
    ['#refused=', { refusal: 'The sign-in could not be confirmed. Start again, and if the problem persists, tell your administrator.' }],
    ['#confirmed=1', { proof: {} }],
    ['#unconfirmed=provider-declined', { proof: { refusal: 'You were not signed in: it was cancelled, or not allowed.' } }],
    ['#unconfirmed=Call+0700', { proof: { refusal: 'The sign-in could not be confirmed. Start again, and if the problem persists, tell your administrator.' } }],
    ['#code=', {}],
    ['', {}],
  ])('“%s” is read as %j', (hash, expected) => {
    expect(readReturn(hash)).toEqual(expected)
  })

  it.each([[null, null], [{ email: 'x' }, null], [{ refusal: 7 }, null], [{ refusal: 'Start again.' }, 'Start again.']])('the refusal in the state %j is %j', (state, refusal) => {
    expect(refusalIn(state)).toBe(refusal)
  })
})
