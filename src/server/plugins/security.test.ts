import { expect, test } from 'vitest'
import { headersOf } from './security.ts'

test.each([
  ['fails', new Error('An invalid policy.'), 'The headers of answers could not be worked out.'],
  ['says no policy', undefined, 'The content security policy is missing from the headers of answers.'],
])('the server does not start when the library %s', (_, error, message) => {
  expect(() => headersOf((_request, _response, next) => next(error))).toThrow(message)
})
