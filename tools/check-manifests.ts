/**
 * Checks every manifest of the given module folders (otherwise MODULES, otherwise ./modules) and runs their cases, without a server.
 * `--restated` lists the keys that only restate a default, which takes some twenty seconds; `--sizes` prints the lines and the longest expression of
 * each type; `--json` prints the issues as JSON; `--client <name>` checks with that client's overlays. Exits with 1 on errors.
 * `--explain <type> [path]` prints instead where the effective values come from, for `--client`, `--company`, `--role`, `--user`.
 */
import path from 'node:path'
import { explain, formatIssues, loadCatalogue, pathText, restatedKeys } from '../src/core/index.ts'
import type { FunctionRegistry, LoadResult, Scope, SourceFile } from '../src/core/index.ts'
import { loadModuleCode } from '../src/server/manifests/load-code.ts'
import { isExtension, readSchemas, readSources } from '../src/server/manifests/read-sources.ts'
import { checkCases } from './check-cases.ts'
import { parsed, stopAt } from './command-line.ts'
import { sizesText, typeSizes } from './manifest-sizes.ts'
import { ROOT, moduleFolders, problemsOfFolders } from './module-folders.ts'
import { explainedText } from './explained-text.ts'

const text = { type: 'string' } as const
const { values: given, positionals } = parsed({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false }, restated: { type: 'boolean', default: false }, sizes: { type: 'boolean', default: false }, client: text, company: text, role: { type: 'string', multiple: true }, user: text, explain: text },
}, 'npm run check:manifests -- [<folder of modules> …] [--restated] [--sizes] [--json] [--explain <type>] with [--client, --company, --role, --user]: checks manifests and runs their cases; --restated lists keys that only repeat the default, --sizes shows how long each type is, --explain where each value comes from.')

interface Loaded { sources: SourceFile[]; functions: FunctionRegistry; result: LoadResult }

async function load(folders: string[]): Promise<Loaded> {
  const sources = readSources(folders)
  const code = await loadModuleCode(folders, ROOT)
  const known = { functions: code.functions, effects: Object.keys(code.effects) }
  return { sources, functions: code.functions, result: loadCatalogue({ sources, schemas: readSchemas(path.join(ROOT, 'schemas')), ...known, ...(given.client !== undefined && { client: given.client }) }) }
}

/** Prints the issues. Returns whether everything was found and is valid. */
function report(folders: string[], { sources, functions, result }: Loaded): boolean {
  const { catalogue, base, cases } = result
  const ran = catalogue === null ? { count: 0, issues: [] } : checkCases(catalogue, functions, cases, sources)
  const issues = [...result.issues, ...ran.issues]
  const types = sources.filter((source) => source.path.endsWith('/manifest.json') && !isExtension(source.text)).length
  const modules = sources.filter((source) => /^[^/]+\/module\.json$/.test(source.path)).length
  const errors = issues.filter((issue) => issue.severity === 'error')
  if (given.json) console.log(JSON.stringify({ types, cases: ran.count, issues }, null, 2))
  else if (issues.length > 0) console.log(`${formatIssues(issues, sources)}\n`)
  const counted = errors.length === 1 ? '1 error' : `${errors.length} errors`
  if (!given.json) console.log(`${types} document types in ${modules} modules, ${ran.count} cases: ${errors.length === 0 ? 'no errors' : counted}`)
  // A check that found no manifests has checked nothing.
  const sawAll = types > 0 && modules > 0 && (errors.length > 0 || (catalogue !== null && Object.keys(base?.catalogue.types ?? {}).length === types))
  if (!sawAll) console.error(`No manifests were found in ${folders.join(', ')}.`)
  return errors.length === 0 && sawAll
}

/** Prints where values come from. Returns whether there was anything to print. */
function reportIssues(type: string, at: string, sources: SourceFile[], { base, issues, overlays }: LoadResult): boolean {
  if (base === null) {
    console.log(formatIssues(issues, sources))
    return false
  }
  const { client, company, role: roles, user } = given
  const scope: Scope = { ...(client !== undefined && { client }), ...(company !== undefined && { company }), ...(roles !== undefined && { roles }), ...(user !== undefined && { user }) }
  const found = explain(base, type, at, scope, overlays)
  if (found.length === 0) console.error(`There is nothing at ${[type, at].filter((part) => part !== '').join(' ')}. Paths are those of the manifest, such as actions.send.label or schema.properties.description.`)
  else console.log(given.json ? JSON.stringify(found, null, 2) : explainedText(found))
  return found.length > 0
}

/** Prints the keys that only restate a default. Returns whether there are none. */
function reportRestated({ result: { base } }: Loaded): boolean {
  const found = Object.values(base?.written.types ?? {}).flatMap(({ id, file }) => (base === null ? [] : restatedKeys(base, id)).map((key) => `${file}: ${pathText(key)} only repeats the default`))
  console.log(found.length === 0 ? 'Nothing is restated.' : found.join('\n'))
  return base !== null && found.length === 0
}

const [at = '', ...others] = given.explain === undefined ? ['', ...positionals] : positionals
const folders = moduleFolders(others)
stopAt(problemsOfFolders(folders))
const loaded = await load(folders)
if (given.sizes) console.log(sizesText(typeSizes(loaded.sources.filter(({ text }) => !isExtension(text)), readSchemas(path.join(ROOT, 'schemas')))))
const checked = (): boolean => report(folders, loaded) && (!given.restated || reportRestated(loaded))
const isRight = given.explain === undefined ? checked() : reportIssues(given.explain, at, loaded.sources, loaded.result)
process.exitCode = isRight ? 0 : 1
