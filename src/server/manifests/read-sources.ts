/** Reads the files that manifests are made of from the folders of modules. */
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { SourceFile } from '../../core/index.ts'

/** Folders of a module that hold no manifests. */
const OTHER_FOLDERS = new Set(['demo', 'seed', 'functions', 'effects', 'widgets', 'node_modules'])
const CASES = 'cases.json'

/**
 * All manifest files of the folders, by path within their folder. A file of a later folder replaces one of the same
 * path in an earlier folder; everything else adds up. Cases are left out where nobody runs them: they are as long as the
 * manifests that they try.
 */
export function readSources(folders: string[], { isForTests = true } = {}): SourceFile[] {
  const found = new Map<string, SourceFile>()
  for (const folder of folders) {
    for (const module of modulesOf(folder)) {
      for (const file of jsonFiles(path.join(folder, module))) {
        const relative = path.relative(folder, file).split(path.sep).join('/')
        if (!isForTests && path.basename(file) === CASES) continue
        found.set(relative, { path: relative, text: readFileSync(file, 'utf8'), shownAs: shownAs(file) })
      }
    }
  }
  return [...found.values()]
}

/** Names of the modules in a folder: its subfolders that hold a module.json, sorted. */
export function modulesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && readdirSync(path.join(folder, entry.name)).includes('module.json'))
    .map((entry) => entry.name)
    .sort()
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
