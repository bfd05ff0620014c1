import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ISSUE_CODES } from '../../src/core/manifest/read/issue-codes.ts'
import { edited, goodSources, load, type Edit } from './load.ts'

interface BadCase { name: string; edits: Edit[]; expect: { code: string; file: string; path: string; expected?: string; seen?: string; suggestion?: string } }

const FOLDER = path.join(path.dirname(fileURLToPath(import.meta.url)), 'bad')
const CASES = readdirSync(FOLDER).flatMap((file) => JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as BadCase[])

test('the good manifests that the cases change have no issues', () => {
  const { catalogue, issues } = load(goodSources())
  expect(issues).toEqual([])
  expect(Object.keys(catalogue?.types ?? {}).sort()).toEqual(['device', 'loan', 'person'])
})

test.each(CASES)('$expect.code is reported for $name', ({ edits, expect: wanted }) => {
  const { catalogue, issues } = load(edited(edits))
  const found = issues.find((issue) => issue.code === wanted.code && issue.path === wanted.path)
  expect(found, JSON.stringify(issues, null, 2)).toMatchObject(wanted)
  expect(found?.line).toBeGreaterThan(0)
  // Errors in an overlay, and warnings, do not keep the portal from starting.
  if (/^E[1-5]/.test(wanted.code) && !wanted.file.includes('/overlays/')) expect(catalogue).toBeNull()
})

test('there is a case for every code', () => {
  const covered = new Set(CASES.map((one) => one.expect.code))
  // The check tool, not the loader, runs cases: tools/check-cases.test.ts.
  expect(Object.keys(ISSUE_CODES).filter((code) => !covered.has(code) && code !== 'E801')).toEqual([])
})
