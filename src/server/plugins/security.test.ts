import { expect, test } from 'vitest'
import { headersOf } from './security.ts'

test.each([
  ['fails', new Error('An invalid policy.'), 'The response headers could not be computed.'],
  ['returns no policy', undefined, 'The content security policy is missing from the response headers.'],
])('the server does not start when the library %s', (_, error, message) => {
  expect(() => headersOf((_request, _response, next) => next(error))).toThrow(message)
})
