import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { loadConfigFromFile } from 'vite'
import { describe, expect, it } from 'vitest'
import { API_PREFIX } from '../src/contract/headers.ts'
import { BOUNDARIES, STORE_FOLDERS, refusalOf } from '../tools/boundaries.js'

/** Every file under a folder with one of the extensions, without tests. */
function filesUnder(folder: string, endings: string[]): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) return filesUnder(path, endings)
    return endings.some((ending) => name.endsWith(ending)) && !/\.test\.tsx?$/.test(name) ? [path] : []
  })
}

describe('the structure of the source', () => {
  it.each([
    ['src/core/engine.ts', '../server/app.ts', 'core-stands-alone'], ['src/core/engine.ts', 'node:fs', 'core-packages'], ['src/core/engine.ts', 'ajv-formats', undefined],
    ['src/core/manifest/read/reporter.ts', '../check/check-types.ts', 'manifests-read-first'], ['src/core/manifest/resolve/resolver.ts', '../client/client-manifest.ts', 'manifests-read-first'],
    ['src/core/manifest/language/names.ts', '../read/reporter.ts', 'language-comes-first'], ['src/core/manifest/read/reporter.ts', '../language/names.ts', undefined],
    ['src/core/manifest/read/reporter.ts', '../resolve/resolved.ts', 'reading-resolves-nothing'], ['src/core/manifest/resolve/resolver.ts', '../read/reporter.ts', undefined],
    ['src/core/manifest/check/check-types.ts', '../client/client-manifest.ts', 'check-and-client-apart'], ['src/core/manifest/check/check-types.ts', './check-ids.ts', undefined],
    ['src/contract/users.ts', '../portal/App.tsx', 'contract-knows-core-only'], ['src/contract/users.ts', '../core/index.ts', undefined],
    ['src/server/app.ts', '../../modules/loans/functions/amortise.ts', 'server-not-portal'], ['src/server/app.ts', 'kysely', 'sql-in-store-only'], ['src/server/store/users/users.ts', 'kysely', undefined],
    ['src/server/store/sql/tables.ts', '../users/users.ts', 'store-in-order'], ['src/server/store/users/users.ts', '../sql/tables.ts', undefined],
    ['src/portal/App.tsx', '../server/app.ts', 'portal-not-server'], ['src/portal/App.tsx', '../core/engine.ts', 'layers-by-their-door'], ['src/portal/App.tsx', '../core/index.ts', undefined],
    ['src/portal/App.tsx', '../../modules/loans/widgets/x.tsx', 'portal-modules-through-registry'], ['tools/dev.ts', 'react-dom/client', 'react-in-portal-only'],
    ['src/portal/pages/list/ListPage.tsx', '../users/columns.tsx', 'screen-stands-alone'], ['src/portal/pages/list/ListPage.tsx', '../card/CardPage.tsx', 'card-only-in-approvals'],
    ['src/portal/pages/list/ListDialog.tsx', '../card/CardPage.tsx', undefined], ['src/portal/pages/list/ListPage.tsx', './list-rules.ts', undefined],
    ['modules/loans/functions/amortise.ts', '../../budget/functions/x.ts', 'module-stands-alone'], ['modules/loans/functions/amortise.ts', '../../../src/core/index.ts', undefined],
    ['src/server/app.ts', '../core/testing/make-type.ts', 'no-test-code-shipped'], ['src/server/app.test.ts', '../core/testing/make-type.ts', undefined],
  ])('whether %s may import %s is decided, with the rule %s', (file, imported, rule) => {
    expect(refusalOf(file, imported)?.name).toBe(rule)
  })

  it('every rule about imports has a case here', () => {
    expect(readFileSync('tests/architecture.test.ts', 'utf8')).toSatisfy((text: string) => BOUNDARIES.every(({ name }) => text.includes(`'${name}'`)))
  })

  it('the folders of the store are those of its import order', () => {
    expect(readdirSync('src/server/store', { withFileTypes: true }).map((entry) => (entry.isDirectory() ? entry.name : `not in a folder: ${entry.name}`)).toSorted()).toEqual(STORE_FOLDERS.toSorted())
  })

  it('queries of the audit trail include every id that a record’s type has had', () => {
    const readers = filesUnder('src/server', ['.ts']).filter((path) => /(from|join) events /.test(readFileSync(path, 'utf8')))
    expect(readers.length).toBeGreaterThan(5)
    // Events are immutable, so a query by one id of a renamed type finds only some of them; trailOf and isOfTrail of store/audit/events.ts
    // include the earlier ids.
    expect(readers.filter((path) => /\btype = \$\{/.test(readFileSync(path, 'utf8')))).toEqual([])
  })

  it('the source map names every folder', () => {
    const map = readFileSync('docs/source-map.md', 'utf8')
    const folders = ['core', 'core/manifest', 'server', 'server/store', 'portal'].flatMap((layer) => readdirSync(`src/${layer}`, { withFileTypes: true }).filter((one) => one.isDirectory()).map((one) => one.name))
    expect(folders.length).toBeGreaterThan(20)
    // Only tests import core/testing; portal/public is served unchanged.
    expect(folders.filter((name) => !['testing', 'public'].includes(name) && !new RegExp(`[\`/]${name}/\``).test(map))).toEqual([])
  })

  it('the development server takes no file of the portal for a call', async () => {
    const loaded = await loadConfigFromFile({ command: 'serve', mode: 'development' }, 'vite.config.ts')
    const prefixes = Object.keys(loaded?.config.server?.proxy ?? {})
    expect(prefixes).toEqual([API_PREFIX])
    const addresses = filesUnder('src/portal', ['.ts', '.tsx']).map((path) => path.slice('src/portal'.length))
    expect(addresses.length).toBeGreaterThan(100)
    expect(addresses.filter((address) => prefixes.some((prefix) => address.startsWith(prefix)))).toEqual([])
  })

  it('the portal names no role', () => {
    const declared = filesUnder('modules', ['module.json']).flatMap((path) => Object.keys((JSON.parse(readFileSync(path, 'utf8')) as { roles?: object }).roles ?? {}))
    const roles = [...new Set([...declared, 'administrator'])]
    expect(roles).toContain('finance')
    const pattern = new RegExp(`['"\`](${roles.join('|')})['"\`]`)
    expect(filesUnder('src/portal', ['.ts', '.tsx']).filter((path) => pattern.test(readFileSync(path, 'utf8')))).toEqual([])
  })
})
