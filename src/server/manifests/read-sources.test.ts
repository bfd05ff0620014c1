import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readSources } from './read-sources.ts'

const root = mkdtempSync(path.join(tmpdir(), 'dirisha-sources-'))
afterAll(() => rmSync(root, { recursive: true }))

function folderOf(name: string, files: Record<string, object>): string {
  for (const [file, value] of Object.entries(files)) {
    const full = path.join(root, name, file)
    mkdirSync(path.dirname(full), { recursive: true })
    writeFileSync(full, JSON.stringify(value))
  }
  return path.join(root, name)
}

const own = folderOf('own', { 'm/module.json': {}, 'm/thing/manifest.json': { id: 'thing' }, 'm/thing/cases.json': [], 'm/thing/aliases.json': {}, 'm/thing/print/paper.json': {} })

/** How many times each path occurs when a later folder contains the same files. */
function pathCounts(later: string): Record<string, number> {
  const paths = readSources([own, later]).map((source) => source.path)
  return Object.fromEntries([...new Set(paths)].sort().map((one) => [one, paths.filter((other) => other === one).length]))
}

// Layouts too: a second one with the same name is reported as a conflict rather than silently replacing a form.
test('the cases, aliases and layouts of a manifest that extends a type are added to those of the type', () => {
  const later = folderOf('extending', { 'm/module.json': {}, 'm/thing/manifest.json': { extends: 'thing' }, 'm/thing/cases.json': [], 'm/thing/aliases.json': {}, 'm/thing/print/paper.json': {} })
  expect(pathCounts(later)).toEqual({ 'm/module.json': 2, 'm/thing/manifest.json': 2, 'm/thing/cases.json': 2, 'm/thing/aliases.json': 2, 'm/thing/print/paper.json': 2 })
})

test('the cases and aliases of a manifest that replaces another replace those of the other', () => {
  const later = folderOf('replacing', { 'm/module.json': {}, 'm/thing/manifest.json': { id: 'thing' }, 'm/thing/cases.json': [], 'm/thing/aliases.json': {} })
  expect(pathCounts(later)).toEqual({ 'm/module.json': 2, 'm/thing/manifest.json': 1, 'm/thing/cases.json': 1, 'm/thing/aliases.json': 1, 'm/thing/print/paper.json': 1 })
})
