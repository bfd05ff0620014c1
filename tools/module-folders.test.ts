/** Tests that the authors' commands respect their flags and `MODULES`. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '..')
const parent = mkdtempSync(path.join(tmpdir(), 'dirisha-authors-'))
const first = path.join(parent, 'first')
const last = path.join(parent, 'last')
beforeAll(() => {
  for (const folder of [first, last]) mkdirSync(path.join(folder, path.basename(folder)), { recursive: true })
  for (const folder of [first, last]) writeFileSync(path.join(folder, path.basename(folder), 'module.json'), JSON.stringify({ id: path.basename(folder), title: 'A module' }))
})
afterAll(() => rmSync(parent, { recursive: true, force: true }))

function run(tool: string, args: string[], modules = `${first}:${last}`): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`dist/tools/${tool}.js`, ...args], { cwd: ROOT, encoding: 'utf8', env: { ...process.env, MODULES: modules } })
  return { status, output: stdout + stderr }
}
const titleOf = (file: string): string => (JSON.parse(readFileSync(file, 'utf8')) as { title: { one: string } }).title.one

describe('npm run new', () => {
  test('it creates a type in the folder of its module, or else in the last folder of MODULES', () => {
    expect(run('new-document-type', ['first/room', '--title', 'Meeting Room']).status).toBe(0)
    expect(titleOf(path.join(first, 'first/room/manifest.json'))).toBe('Meeting Room')
    expect(run('new-document-type', ['annex/desk']).status).toBe(0)
    expect(titleOf(path.join(last, 'annex/desk/manifest.json'))).toBe('Desk')
  })

  test.each([
    [['first/hall', '--titel', 'Hall'], /Unknown option '--titel'.*Known: --title\./],
    [['last/room'], /There is a document type "room" already: .*first\/first\/room\/manifest\.json\./],
    [['hall'], /Say where: npm run new/],
  ])('it reports what is wrong with %j and writes nothing', (args, pattern) => {
    const before = readdirSync(parent, { recursive: true }).length
    const { status, output } = run('new-document-type', args)
    expect([status, output]).toEqual([1, expect.stringMatching(pattern) as string])
    expect(readdirSync(parent, { recursive: true })).toHaveLength(before)
  })
})

test.each(['new-document-type', 'reference-docs', 'check-manifests', 'upgrade'])('%s --help prints its usage', (tool) => {
  expect(run(tool, ['--help'])).toEqual({ status: 0, output: expect.stringMatching(/^npm run \S+ -- .+\n$/) as string })
})

describe('npm run docs', () => {
  test('it writes the pages for the folders of MODULES to the given folder', () => {
    const out = path.join(parent, 'pages')
    expect(run('reference-docs', ['--out', out])).toMatchObject({ status: 0 })
    expect(readdirSync(out)).toEqual(expect.arrayContaining(['README.md', 'language.md', 'errors.md', 'room.md', 'desk.md']))
    expect(run('reference-docs', ['--out', out, '--check'])).toEqual({ status: 0, output: '' })
    writeFileSync(path.join(out, 'room.md'), 'Old')
    expect(run('reference-docs', ['--out', out, '--check'])).toMatchObject({ status: 1, output: expect.stringContaining('is stale (room.md)') as string })
  }, 60_000)

  test('it does not write them among the repository’s own pages, and refuses unknown flags', () => {
    expect(run('reference-docs', [], first)).toEqual({ status: 1, output: `Say where the pages of ${first} go: npm run docs -- --out <folder>.\n` })
    expect(run('reference-docs', ['--chek'], first)).toMatchObject({ status: 1, output: expect.stringContaining('Known: --check, --out.') as string })
    expect(run('reference-docs', [path.join(first, 'first'), '--out', parent])).toMatchObject({ status: 1, output: expect.stringContaining('which is a module itself') as string })
  })
})

test('the page of the language lists what the code reads', () => {
  const page = readFileSync(path.join(ROOT, 'docs/reference/language.md'), 'utf8')
  for (const part of ['`addWorkdays(string, double): string`', '`startsWith`', '| `where` of a lookup, `reverses` of `posts` | `doc`, `row`, `input`, `user`, `company`, `settings`, `today`, `now` |', '`building-bank`', '| `textarea` |', '| `date-time` | Both. |', '| `readOnly` | {label} cannot be changed. |', '"stories"', '`seed/*.json`']) expect(page).toContain(part)
  // Internal functions of the engine are not available to authors.
  expect(page).not.toMatch(/\w__`/)
})
