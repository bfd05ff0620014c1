/** Reads the files that manifests are made of from the folders of modules. */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { SourceFile } from '../../core/index.ts'

/** Folders of a module that hold no manifests. */
const OTHER_FOLDERS = new Set(['demo', 'seed', 'functions', 'effects', 'widgets', 'node_modules'])
const CASES = 'cases.json'
const MODULE = 'module.json'
const MANIFEST = 'manifest.json'
/** What adds to a type beside a manifest that extends it, as that does: by its path in the folder of the type. */
const BESIDE_EXTENSIONS = /^(cases\.json|aliases\.json|print\/.+)$/

/**
 * All manifest files of the folders, by path within their folder. The module.json of a later folder, and a manifest that extends a
 * type with its cases, aliases and layouts, add to what stands in an earlier one; any other file replaces one of the same path.
 * Cases are left out where nobody runs them: they are as long as the manifests that they try.
 */
export function readSources(folders: string[], { isForTests = true } = {}): SourceFile[] {
  const found = new Map<string, SourceFile>()
  for (const folder of folders) {
    for (const module of modulesOf(folder)) {
      for (const file of jsonFiles(path.join(folder, module))) {
        const relative = path.relative(folder, file).split(path.sep).join('/')
        if (!isForTests && path.basename(file) === CASES) continue
        const text = readFileSync(file, 'utf8')
        const adds = (path.basename(file) === MODULE && found.has(relative)) || (path.basename(file) === MANIFEST && isExtension(text)) || standsBesideExtension(folder, relative)
        found.set(adds ? shownAs(file) : relative, { path: relative, text, shownAs: shownAs(file) })
      }
    }
  }
  return [...found.values()]
}

/** Names of the modules in a folder: its subfolders that hold a module.json, sorted. */
export function modulesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && readdirSync(path.join(folder, entry.name)).includes(MODULE))
    .map((entry) => entry.name)
    .sort()
}

/** What is wrong with a folder that is to hold modules: sentences without an end, for it is nobody's module or somebody's document types would be passed over. */
export function folderProblems(folder: string): string[] {
  const inside = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
  if (existsSync(path.join(folder, MODULE))) return [`'${folder}', which is a module itself: name the folder that holds it, '${path.dirname(folder)}'`]
  return inside
    .filter(({ name }) => !existsSync(path.join(folder, name, MODULE)) && hasTypes(path.join(folder, name)))
    .map(({ name }) => `'${folder}', in which '${name}' holds document types and has no ${MODULE}: add one that says { "id": "${name}", "title": "…" }`)
}

/** Whether the manifest adds to a type that stands elsewhere, which may be under the same path in another folder. */
export function isExtension(text: string): boolean {
  if (!text.includes('"extends"')) return false
  try {
    return Object.hasOwn(JSON.parse(text) as object, 'extends')
  } catch {
    // What is no JSON is reported where manifests are read.
    return false
  }
}

function standsBesideExtension(folder: string, file: string): boolean {
  const [module = '', type = '', ...rest] = file.split('/')
  if (!BESIDE_EXTENSIONS.test(rest.join('/'))) return false
  const manifest = path.join(folder, module, type, MANIFEST)
  return existsSync(manifest) && isExtension(readFileSync(manifest, 'utf8'))
}

function hasTypes(folder: string): boolean {
  return readdirSync(folder, { withFileTypes: true }).some((entry) => entry.isDirectory() && existsSync(path.join(folder, entry.name, MANIFEST)))
}

/** The manifest language: the JSON Schemas of a folder, by file name. */
export function readSchemas(folder: string): Record<string, unknown> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.schema.json'))
  return Object.fromEntries(files.map((name) => [name, JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as unknown]))
}

function jsonFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const file = path.join(folder, entry.name)
      if (entry.isDirectory()) return OTHER_FOLDERS.has(entry.name) ? [] : jsonFiles(file)
      return entry.name.endsWith('.json') ? [file] : []
    })
}

/** As a person in the working folder would name the file. */
function shownAs(file: string): string {
  const relative = path.relative(process.cwd(), file)
  return relative.startsWith('..') ? file : relative
}
