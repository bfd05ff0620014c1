/** Reads manifest source files from the module folders. */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { SourceFile } from '../../core/index.ts'

/** Folders of a module that contain no manifests. */
const OTHER_FOLDERS = new Set(['demo', 'seed', 'functions', 'effects', 'widgets', 'node_modules'])
const CASES = 'cases.json'
const MODULE = 'module.json'
const MANIFEST = 'manifest.json'
/** Paths in a type's folder of files that add to a type as well, if the manifest in the folder extends it. */
const BESIDE_EXTENSIONS = /^(cases\.json|aliases\.json|print\/.+)$/

/**
 * All manifest files of the folders, by path within their folder. In a later folder, module.json and a manifest that extends a type (with
 * its cases, aliases and layouts) add to those of an earlier folder; any other file replaces the one with the same path. Cases are left out
 * where no tests run them: they are as long as the manifests they test.
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

/** Names of the modules in a folder: its subfolders that contain a module.json, sorted. */
export function modulesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && readdirSync(path.join(folder, entry.name)).includes(MODULE))
    .map((entry) => entry.name)
    .sort()
}

/** Problems of a module folder that would load no module, or skip document types. Returned as sentences without a final full stop. */
export function folderProblems(folder: string): string[] {
  const inside = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
  if (existsSync(path.join(folder, MODULE))) return [`'${folder}', which is a module itself: name the folder that holds it, '${path.dirname(folder)}'`]
  return inside
    .filter(({ name }) => !existsSync(path.join(folder, name, MODULE)) && hasTypes(path.join(folder, name)))
    .map(({ name }) => `'${folder}', in which '${name}' holds document types and has no ${MODULE}: add one that says { "id": "${name}", "title": "…" }`)
}

/** Whether the manifest extends a type defined elsewhere, possibly under the same path in another folder. */
export function isExtension(text: string): boolean {
  if (!text.includes('"extends"')) return false
  try {
    return Object.hasOwn(JSON.parse(text) as object, 'extends')
  } catch {
    // Invalid JSON is reported where manifests are parsed.
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

/** Reads the JSON Schemas of the manifest language from a folder, by file name. */
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

/** The path relative to the working directory if the file lies inside it, otherwise the path as given. */
function shownAs(file: string): string {
  const relative = path.relative(process.cwd(), file)
  return relative.startsWith('..') ? file : relative
}
