import { expect, it } from 'vitest'
import { holesIn } from './audit-report.ts'

it.each([
  ['no answer', '', undefined],
  ['a registry that has no such question', '{"statusCode":405,"error":{"summary":""}}', undefined],
  ['nothing', '{"metadata":{},"vulnerabilities":{}}', []],
  ['what is low', '{"metadata":{},"vulnerabilities":{"a":{"severity":"low","range":"*","via":[]}}}', []],
  ['what is not', '{"metadata":{},"vulnerabilities":{"a":{"severity":"high","range":"<2","via":[{"title":"Reads files"},"b"]}}}', ['a <2 (high): Reads files']],
])('%s', (_, text, holes) => {
  expect(holesIn(text)).toEqual(holes)
})
