/**
 * Starts a document type: `npm run new -- <module>/<document-type> [--title "Title"]`, in the folders of `MODULES` or in a folder named
 * before the module. Writes manifest.json and cases.json, a module.json if there is none, and the menu entry. Overwrites nothing.
 */
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { applyEdits, modify } from 'jsonc-parser'
import { modulesOf } from '../src/server/manifests/read-sources.ts'
import { parsed } from './command-line.ts'
import { manifestText as asText } from './manifest-text.ts'
import { ROOT, moduleFolders, problemsOfFolders } from './module-folders.ts'
import { starterCases, starterManifest } from './starter-manifest.ts'

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

const schemaFrom = (from: string, name: string): string => path.relative(from, path.join(ROOT, 'schemas', `${name}.schema.json`))
const wordsOf = (name: string): string => name.split('-').map((word) => (word[0] ?? '').toUpperCase() + word.slice(1)).join(' ')

const USAGE = 'npm run new -- <module>/<document-type> [--title "Title"], e.g. npm run new -- facilities/room-booking --title "Room Booking". With MODULES set it goes into the folder that already has the module, otherwise into the last one; a folder may stand before the module.'

const { values: given, positionals } = parsed({ allowPositionals: true, options: { title: { type: 'string' } } }, USAGE)
const [where = '', said] = positionals
const title = given.title ?? said
const parts = where.split('/').filter((part) => part !== '')
const [moduleName = '', id = ''] = parts.slice(-2)
const parents = parts.slice(0, -2).join('/')
const modules = parts.length > 2 ? path.resolve(where.startsWith('/') ? `/${parents}` : parents) : folderOf(moduleFolders([]))
const folder = path.join(modules, moduleName, id)
const problem = problemOf()

if (problem === undefined) await start()
else {
  console.error(problem)
  process.exitCode = 1
}

/** The folder that already contains the module; otherwise the last one, which adds to those before it. */
function folderOf(folders: string[]): string {
  return folders.find((one) => existsSync(path.join(one, moduleName, 'module.json'))) ?? folders.at(-1) ?? path.join(ROOT, 'modules')
}

function problemOf(): string | undefined {
  if (parts.length < 2) return `Say where: ${USAGE}`
  const others = parts.length > 2 ? [modules] : moduleFolders([])
  const wrongFolders = problemsOfFolders(others.filter(existsSync))
  if (wrongFolders.length > 0) return wrongFolders.join('\n')
  const taken = [...new Set([...others, modules])].filter(existsSync).flatMap((one) => modulesOf(one).map((module) => path.join(one, module, id, 'manifest.json'))).find(existsSync)
  if (taken !== undefined && NAME.test(id)) return `There is a document type "${id}" already: ${taken}.`
  const wrong = [moduleName, id].find((name) => !NAME.test(name))
  if (wrong !== undefined) return `"${wrong}" is no name: small letters, digits and single hyphens, starting with a letter.`
  return existsSync(path.join(folder, 'manifest.json')) ? `${path.join(folder, 'manifest.json')} already exists.` : undefined
}

async function start(): Promise<void> {
  const name = title ?? wordsOf(id)
  await mkdir(folder, { recursive: true })
  await writeJson(path.join(folder, 'manifest.json'), starterManifest({ id, title: name, schema: schemaFrom(folder, 'document-type') }))
  await writeJson(path.join(folder, 'cases.json'), starterCases())
  await enterMenu(path.join(modules, moduleName, 'module.json'), name)
  console.log(`${path.relative(process.cwd(), folder) || folder} is started. Next: change manifest.json to what the document is, then npm run check:manifests.`)
}

/** Adds the menu entry to module.json as an edit, so that its comments and order stay. */
async function enterMenu(file: string, name: string): Promise<void> {
  const isNew = !existsSync(file)
  const text = isNew ? await asText({ $schema: schemaFrom(path.dirname(file), 'module'), id: moduleName, title: wordsOf(moduleName), description: `What belongs to ${wordsOf(moduleName).toLowerCase()}.`, menu: {} }) : await readFile(file, 'utf8')
  const edits = modify(text, ['menu', id], { title: name, icon: 'file-text', order: 50, records: id }, { formattingOptions: { insertSpaces: true, tabSize: 2 } })
  const entered = applyEdits(text, edits)
  await writeFile(file, isNew ? await asText(JSON.parse(entered)) : entered)
}

async function writeJson(file: string, value: unknown): Promise<void> {
  await writeFile(file, await asText(value), { flag: 'wx' })
}
