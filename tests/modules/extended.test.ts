import path from 'node:path'
import { expect, test } from 'vitest'
import { formatIssues, loadCatalogue } from '../../src/core/index.ts'
import { isExtension, readSchemas, readSources } from '../../src/server/manifests/read-sources.ts'
import { functions } from './functions.ts'

const root = path.resolve(import.meta.dirname, '../..')

test('another module may extend every shipped type, even one that consists of traits', () => {
  const shipped = readSources([path.join(root, 'modules')])
  const ids = shipped.filter(({ path: file, text }) => /^[^/]+\/[^/]+\/manifest\.json$/.test(file) && !isExtension(text)).map(({ path: file }) => file.split('/')[1] ?? '')
  const added = ids.map((id) => ({ path: `other/${id}/manifest.json`, text: JSON.stringify({ extends: id, schema: { properties: { shelf: { title: 'Shelf' } } } }) }))
  const sources = [...shipped, { path: 'other/module.json', text: JSON.stringify({ id: 'other', title: 'Other' }) }, ...added]
  const { catalogue, issues } = loadCatalogue({ sources, schemas: readSchemas(path.join(root, 'schemas')), functions })
  expect(formatIssues(issues, sources)).toBe('')
  expect(ids.length).toBeGreaterThan(40)
  expect(ids.filter((id) => catalogue?.types[id]?.shape.fields['shelf'] === undefined)).toEqual([])
})
