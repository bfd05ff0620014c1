import { expect, it } from 'vitest'
import { vulnerabilitiesIn } from './audit-report.ts'

it.each([
  ['an empty response', '', undefined],
  ['a registry without this endpoint', '{"statusCode":405,"error":{"summary":""}}', undefined],
  ['a report without vulnerabilities', '{"metadata":{},"vulnerabilities":{}}', []],
  ['a vulnerability of low severity', '{"metadata":{},"vulnerabilities":{"a":{"severity":"low","range":"*","via":[]}}}', []],
  ['a vulnerability of high severity', '{"metadata":{},"vulnerabilities":{"a":{"severity":"high","range":"<2","via":[{"title":"Reads files"},"b"]}}}', ['a <2 (high): Reads files']],
])('%s is read as the holes to report', (_, text, holes) => {
  expect(vulnerabilitiesIn(text)).toEqual(holes)
})
