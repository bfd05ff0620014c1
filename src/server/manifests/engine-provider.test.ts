import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '../log.ts'
import { ManifestError, createEngineProvider } from './engine-provider.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'dirisha-modules-'))
  cpSync(path.join(ROOT, 'modules'), folder, { recursive: true })
  // Modules in other folders ship their code as plain ES modules, so copy the build output.
  cpSync(path.join(ROOT, 'dist', 'modules'), folder, { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const manifest = () => path.join(folder, 'shell', 'department', 'manifest.json')
const change = (from: string, to: string) => writeFileSync(manifest(), readFileSync(manifest(), 'utf8').replace(from, to))
const provide = (folders = [folder]) => createEngineProvider({ folders, root: ROOT, log: createLog('silent') })

describe('manifests that change while the server runs', () => {
  it('a valid change is applied and raises the version', async () => {
    const engines = await provide()
    change('"many": "Departments"', '"many": "Units"')
    expect((await engines.reload()).isLoaded).toBe(true)
    expect(engines.base().catalogue.types['department']?.title.many).toBe('Units')
    expect(engines.version()).toBe(2)
  })

  it('an invalid change is not applied, and the report gives its place', async () => {
    const engines = await provide()
    const before = engines.base()
    change('"kind": "master"', '"kind": "mister"')
    const { isLoaded, report } = await engines.reload()
    expect(isLoaded).toBe(false)
    expect(report).toMatch(/department\/manifest\.json:\d+:\d+/)
    expect(engines.base()).toBe(before)
    expect(engines.version()).toBe(1)
  })

  it('the server does not start when a manifest is invalid at the start', async () => {
    change('"kind": "master"', '"kind": "mister"')
    await expect(provide()).rejects.toThrow(ManifestError)
  })
})

describe('folders of modules', () => {
  it('the types of several folders are loaded together', async () => {
    const engines = await provide([path.join(ROOT, 'modules'), path.join(ROOT, 'tests/fixtures/modules')])
    expect(engines.base().has('gate-pass')).toBe(true)
    expect(engines.base().has('petty-cash')).toBe(true)
  })
})

describe('engines', () => {
  it('actors who see the same manifests share one engine', async () => {
    const engines = await provide()
    expect(engines.forActor({ company: 'MRT', roles: ['everyone', 'employee'] })).toBe(engines.forActor({ company: 'USC', roles: ['everyone'] }))
  })
})
