import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { createEngine, formatIssues, loadCatalogue } from '../../src/core/index.ts'
import type { Case } from '../../src/core/index.ts'
import { readSchemas, readSources } from '../../src/server/manifests/read-sources.ts'
import { runCase } from '../../tools/run-case.ts'
import { functions } from './functions.ts'

const root = path.resolve(import.meta.dirname, '../..')
const sources = readSources([path.join(root, 'modules'), path.join(root, 'tests/fixtures/modules')])
const { catalogue, issues, cases } = loadCatalogue({ sources, schemas: readSchemas(path.join(root, 'schemas')), functions })

test('the modules load without issues and have cases', () => {
  expect(formatIssues(issues, sources)).toBe('')
  expect(Object.values(cases).flat().length).toBeGreaterThanOrEqual(60)
})

describe.runIf(catalogue !== null).each(Object.entries(cases))('%s', (id, list) => {
  const engine = createEngine(catalogue!, functions)
  test.each(list.map((one): [string, Case] => [one.name, one]))('%s', (_, one) => {
    expect(runCase(engine, id, one)).toEqual([])
  })
})
