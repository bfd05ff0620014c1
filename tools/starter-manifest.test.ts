import path from 'node:path'
import { expect, test } from 'vitest'
import { formatIssues, loadCatalogue } from '../src/core/index.ts'
import { readSchemas } from '../src/server/manifests/read-sources.ts'
import { starterCases, starterManifest } from './starter-manifest.ts'

const schemas = readSchemas(path.resolve(import.meta.dirname, '..', 'schemas'))
const moduleJson = { id: 'facilities', title: 'Facilities', description: 'Rooms.' }

test.each([
  ['room-booking', 'Room Booking', 'Room Bookings', 'RB-{YYYY}-{00000}'],
  ['policy', 'Policy', 'Policies', 'P-{YYYY}-{00000}'],
  ['bus-pass', 'Bus Pass', 'Bus Passes', 'BP-{YYYY}-{00000}'],
])('the starter manifest of a new document type %s loads without changes', (id, title, many, series) => {
  const sources = [
    { path: 'facilities/module.json', text: JSON.stringify({ ...moduleJson, menu: { [id]: { title, order: 1, records: id } } }) },
    { path: `facilities/${id}/manifest.json`, text: JSON.stringify(starterManifest({ id, title, schema: '' })) },
    { path: `facilities/${id}/cases.json`, text: JSON.stringify(starterCases()) },
  ]
  const { catalogue, issues } = loadCatalogue({ sources, schemas })
  expect(formatIssues(issues, sources)).toBe('')
  expect(catalogue?.types[id]).toMatchObject({ title: { one: title, many }, series })
  // A new request has one primary button.
  expect(Object.values(catalogue?.types[id]?.actions ?? {}).filter(({ from, tone }) => from.includes('new') && tone === 'primary').map((action) => action.id)).toEqual(['send'])
})
