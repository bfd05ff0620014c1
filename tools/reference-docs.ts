/**
 * Writes docs/reference/: a page for each document type of ./modules, an index, a page of the language's words, and one of the error codes. For other folders,
 * named or in `MODULES`, give `--out <folder>` for their pages. `--check` compares instead of writing and fails if a page is stale, missing
 * or left over.
 */
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { formatIssues, loadCatalogue } from '../src/core/index.ts'
import { loadModuleCode } from '../src/server/manifests/load-code.ts'
import { readSchemas, readSources } from '../src/server/manifests/read-sources.ts'
import { errorsPage } from './errors-page.ts'
import { languagePage } from './language-page.ts'
import { ROOT, moduleFolders, problemsOfFolders } from './module-folders.ts'
import { parsed, stopAt } from './command-line.ts'
import { referenceIndex, referencePage } from './reference-page.ts'

const { values: given, positionals } = parsed({ allowPositionals: true, options: { check: { type: 'boolean', default: false }, out: { type: 'string' } } }, 'npm run docs -- [<folder of modules> …] [--out <folder>] [--check]: writes the reference pages; --check tells which are stale instead.')
const folders = moduleFolders(positionals)
const isOwn = folders.length === 1 && folders[0] === path.join(ROOT, 'modules')
const TARGET = given.out === undefined ? path.join(ROOT, 'docs', 'reference') : path.resolve(given.out)
// The repository's own pages cover only its own modules.
stopAt([...problemsOfFolders(folders), ...(isOwn || given.out !== undefined ? [] : [`Say where the pages of ${folders.join(', ')} go: npm run docs -- --out <folder>.`])])
const sources = readSources(folders)
const code = await loadModuleCode(folders, ROOT)
const schemas = readSchemas(path.join(ROOT, 'schemas'))
const { catalogue, issues } = loadCatalogue({ sources, schemas, functions: code.functions, effects: Object.keys(code.effects) })

if (catalogue === null) {
  console.error(formatIssues(issues.filter((issue) => issue.severity === 'error'), sources))
  process.exitCode = 1
} else {
  const types = Object.values(catalogue.types)
  const pages = new Map([['README.md', referenceIndex(types, catalogue.modules)], ['language.md', languagePage(catalogue, code.functions, iconsOf(schemas))], ['errors.md', errorsPage()], ...types.map((type): [string, string] => [`${type.id}.md`, referencePage(type)])])
  if (given.check) await check(pages)
  else await write(pages)
}

function shown(): string {
  return path.relative(process.cwd(), TARGET) || TARGET
}

/** The icon names in the schema. */
function iconsOf(schemas: Record<string, unknown>): readonly string[] {
  return (schemas['document-type.schema.json'] as { $defs: { icon: { enum: string[] } } }).$defs.icon.enum
}

async function check(pages: Map<string, string>): Promise<void> {
  const wrong = await leftOver(pages)
  for (const [name, page] of pages) if ((await readFile(path.join(TARGET, name), 'utf8').catch(() => '')) !== page) wrong.push(name)
  if (wrong.length === 0) return
  console.error(`${shown()} is stale (${wrong.join(', ')}): run npm run generate and commit the result.`)
  process.exitCode = 1
}

async function write(pages: Map<string, string>): Promise<void> {
  await mkdir(TARGET, { recursive: true })
  for (const name of await leftOver(pages)) await rm(path.join(TARGET, name))
  for (const [name, page] of pages) await writeFile(path.join(TARGET, name), page)
  console.log(`${shown()}: ${pages.size} pages`)
}

async function leftOver(pages: Map<string, string>): Promise<string[]> {
  const present = await readdir(TARGET).catch((): string[] => [])
  return present.filter((name) => name.endsWith('.md') && !pages.has(name))
}
