import { expect, test } from 'vitest'
import { ISSUE_CODES } from '../src/core/manifest/read/issue-codes.ts'
import { errorsPage } from './errors-page.ts'

test('the page of error codes has every code once, with its title and cure', () => {
  const listed = [...errorsPage().matchAll(/^\| ([EW]\d+) \| (.+?) \| (.+) \|$/gm)].map(([, code, title, cure]) => [code, title, cure?.replaceAll('\\|', '|')])
  expect(listed.sort()).toEqual(Object.entries(ISSUE_CODES).map(([code, { title, cure }]) => [code, title, cure]).sort())
})

test('a code outside the sections is refused, so that none is left out', () => {
  expect(() => errorsPage({ E901: { title: 'A', cure: 'B' } })).toThrow('E901')
})
