import { expect, test } from 'vitest'
import { runToCompletion, readingPublished, resolveForScope, type Json, type LoadedBase } from '../../src/core/index.ts'
import { upgradeOverlay } from '../../src/core/upgrade/upgrade-manifest.ts'
import { edited, load } from './load.ts'

/** The base in the second edition's form of what the overlay below was written against. */
const { base } = load(edited([{ file: 'lending/loan/manifest.json', replace: ['"check": "doc.from >= today"', '"check": "state != \\"Open\\" || doc.from >= today"'] }]))
const read = (overlay: Json) => runToCompletion(readingPublished(base as LoadedBase, overlay, 'published/1'))

const overlayOf = (was: string, to: string): Json => ({
  extends: { id: 'loan', version: 1 }, scope: { company: 'x' }, author: 'An administrator of the first edition', operations: [{ do: 'set', at: 'rules.not-past.check', was, to }],
})

test('an overlay that was published under the first edition applies under the second', () => {
  const { overlay, issues } = read(overlayOf('doc.?status.orValue("Open") != "Open" || doc.from >= today', 'doc.?status.orValue("Open") != "Open" || doc.from >= addDays(today, -1)'))
  expect(issues).toEqual([])
  const { catalogue, conflicts } = resolveForScope(base as LoadedBase, { company: 'x' }, overlay === null ? [] : [overlay])
  expect(conflicts).toEqual([])
  expect(catalogue.types['loan']?.rules['not-past']?.expression).toBe('doc.status != "Open" || doc.from >= addDays(today, -1)')
})

test('an overlay of the first edition is still a conflict when its base has changed', () => {
  expect(read(overlayOf('doc.?from.orValue("") >= "2026-01-01"', 'true')).issues).toMatchObject([{ path: 'operations.0.was' }])
})

const tightening = (to: string): Json => ({ extends: { id: 'loan', version: 1 }, scope: { company: 'x' }, author: 'An administrator of the first edition', operations: [{ do: 'tighten', at: 'rules.not-past.check', to }] })

test('a field in brackets in an expression of the first edition is upgraded', () => {
  const { overlay, issues } = read(tightening('doc[?"reason"].orValue("") != "x"'))
  expect(issues).toEqual([])
  const { catalogue } = resolveForScope(base as LoadedBase, { company: 'x' }, overlay === null ? [] : [overlay])
  expect(catalogue.types['loan']?.rules['not-past']?.expression).toContain('(doc.reason != "x")')
})

test.each([
  ['by its keyword', { do: 'set', at: 'lookups.open.told', to: true }, 'lookups.open.exposed'],
  ['with the lookup', { do: 'add', at: 'lookups.mine', value: { of: 'loan', where: 'row.person == doc.person', told: true } }, 'lookups.mine'],
])('a lookup that an overlay of the first edition exposes is still exposed: %s', (_, operation, at) => {
  const read = upgradeOverlay({ extends: { id: 'loan', version: 1 }, operations: [operation] })
  expect(read['operations']).toMatchObject([{ at }])
  expect(JSON.stringify(read)).not.toContain('told')
  expect(JSON.stringify(read)).toContain('exposed')
})
