/** The examples of the guide to new document types load unchanged, together with the modules that they build on. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { loadCatalogue } from '../../src/core/index.ts'
import { loadModuleCode } from '../../src/server/manifests/load-code.ts'
import { readSources } from '../../src/server/manifests/read-sources.ts'
import { SCHEMAS } from './load.ts'

const root = path.resolve(import.meta.dirname, '..', '..')
const examples = [...readFileSync(path.join(root, 'docs/new-document-type.md'), 'utf8').matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) => text)

test('the examples of the guide load without issues', async () => {
  const modules = path.join(root, 'modules')
  const { functions, effects } = await loadModuleCode([modules], root)
  const shown = examples.map((text) => {
    const { id, menu } = JSON.parse(text) as { id: string; menu?: unknown }
    return { path: menu === undefined ? `transport/${id}/manifest.json` : `${id}/module.json`, text }
  })
  expect(shown.map(({ path: file }) => file)).toEqual(['transport/vehicle/manifest.json', 'transport/module.json', 'transport/vehicle-request/manifest.json'])
  const { catalogue, issues } = loadCatalogue({ sources: [...readSources([modules], { isForTests: false }), ...shown], schemas: SCHEMAS, functions, effects: Object.keys(effects) })
  expect(issues).toEqual([])
  expect(Object.keys(catalogue?.types['vehicle-request']?.actions ?? {})).toEqual(['save', 'send', 'cancel', 'reopen', 'delete', 'approve', 'reject', 'delegate'])
})
