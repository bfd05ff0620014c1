import { createRequire } from 'node:module'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { describe, expect, it } from 'vitest'

const require = createRequire(import.meta.url)
const config = require('../tools/boundaries.cjs') as { forbidden: never[]; options: object }

/** Every file under a folder with one of the endings, tests left out. */
function filesUnder(folder: string, endings: string[]): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) return filesUnder(path, endings)
    return endings.some((ending) => name.endsWith(ending)) && !/\.test\.tsx?$/.test(name) ? [path] : []
  })
}

describe('the structure', () => {
  it('keeps the import directions, and the check saw every file', async () => {
    const result = await cruise(['src', 'modules', 'tools'], { ...config.options, validate: true, ruleSet: { forbidden: config.forbidden } })
    const { summary } = result.output as ICruiseResult
    expect(summary.violations.map((violation) => `${violation.rule.name}: ${violation.from} -> ${violation.to}`)).toEqual([])
    const own = filesUnder('src', ['.ts', '.tsx']).length
    expect(summary.totalCruised).toBeGreaterThanOrEqual(own)
    expect(own).toBeGreaterThan(80)
  }, 120_000)

  it('asks the audit trail for a record under every id that its type has had', () => {
    const readers = filesUnder('src/server', ['.ts']).filter((path) => /(from|join) events /.test(readFileSync(path, 'utf8')))
    expect(readers.length).toBeGreaterThan(5)
    // Events are never changed, so one id of a renamed type finds half of them: trailOf and isOfTrail of store/events.ts know the others.
    expect(readers.filter((path) => /\btype = \$\{/.test(readFileSync(path, 'utf8')))).toEqual([])
  })

  it('is drawn whole on the map', () => {
    const map = readFileSync('docs/source-map.md', 'utf8')
    const folders = ['core', 'server', 'portal'].flatMap((layer) => readdirSync(`src/${layer}`, { withFileTypes: true }).filter((one) => one.isDirectory()).map((one) => one.name))
    expect(folders.length).toBeGreaterThan(20)
    // Only tests import core/testing; portal/public is served as it is.
    expect(folders.filter((name) => !['testing', 'public'].includes(name) && !map.includes(`\`${name}/\``))).toEqual([])
  })

  it('knows no role in the portal', () => {
    const declared = filesUnder('modules', ['module.json']).flatMap((path) => Object.keys((JSON.parse(readFileSync(path, 'utf8')) as { roles?: object }).roles ?? {}))
    const roles = [...new Set([...declared, 'administrator'])]
    expect(roles).toContain('finance')
    const pattern = new RegExp(`['"\`](${roles.join('|')})['"\`]`)
    expect(filesUnder('src/portal', ['.ts', '.tsx']).filter((path) => pattern.test(readFileSync(path, 'utf8')))).toEqual([])
  })
})
