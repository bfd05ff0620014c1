/** Loads the good manifests of this folder, edited as a case specifies. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadCatalogue, type LoadResult, type SourceFile } from '../../src/core/index.ts'
import { loadValidators } from '../../src/server/manifests/load-validators.ts'
import { readSchemas } from '../../src/server/manifests/read-sources.ts'

const HERE = path.dirname(fileURLToPath(import.meta.url))
const GOOD = path.join(HERE, 'good')
const ROOT = path.join(HERE, '..', '..')
export const SCHEMAS = readSchemas(path.join(ROOT, 'schemas'))
/** As the build compiled them. */
export const COMPILED_CHECK = loadValidators(ROOT, SCHEMAS)

/** A change to one file: a value set at a path (null removes it), a replaced text, or the whole text. */
export interface Edit { file: string; at?: (string | number)[]; to?: unknown; replace?: [string, string]; text?: string }

export function goodSources(): SourceFile[] {
  return readdirSync(GOOD, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({ path: name.split(path.sep).join('/'), text: readFileSync(path.join(GOOD, name), 'utf8') }))
}

export function edited(edits: Edit[]): SourceFile[] {
  const sources = goodSources()
  for (const edit of edits) {
    const source = sources.find(({ path: name }) => name === edit.file)
    if (source === undefined) sources.push({ path: edit.file, text: edit.text ?? JSON.stringify(edit.to) })
    else source.text = changed(source.text, edit)
  }
  return sources
}

function changed(text: string, { at, to, replace, text: whole }: Edit): string {
  if (whole !== undefined) return whole
  if (replace !== undefined) {
    if (!text.includes(replace[0])) throw new Error(`The file does not hold ${replace[0]}.`)
    return text.replace(replace[0], replace[1])
  }
  const root = JSON.parse(text) as Record<string, unknown>
  let here = root
  for (const key of (at ?? []).slice(0, -1)) here = (here[key] ??= {}) as Record<string, unknown>
  const last = at?.at(-1) ?? ''
  if (to === null) delete here[last]
  else here[last] = to
  return JSON.stringify(root, null, 2)
}

export function load(sources: SourceFile[], client?: string): LoadResult {
  return loadCatalogue({
    sources, schemas: SCHEMAS, compiledCheck: COMPILED_CHECK, functions: {}, effects: ['lend'], widgets: ['textarea', 'date'], formatters: ['money', 'date'], ...(client !== undefined && { client }),
  })
}
