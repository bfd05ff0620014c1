/**
 * Checks every manifest of the module folders given (else MODULES, else ./modules) without a server.
 * `--json` prints the issues as JSON; `--client <name>` checks with that client's overlays. Exit code 1 on errors.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { formatIssues, loadCatalogue } from '../src/core/index.ts'
import { loadModuleCode } from '../src/server/manifests/load-code.ts'
import { readSchemas, readSources } from '../src/server/manifests/read-sources.ts'

/** dist/tools/ lies two folders below the root. */
const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..')

const given = process.argv.slice(2)
const clientAt = given.indexOf('--client')
const client = clientAt === -1 ? undefined : given[clientAt + 1]
const named = given.filter((argument, index) => !argument.startsWith('--') && (clientAt === -1 || index !== clientAt + 1))
const folders = (named.length > 0 ? named : (process.env['MODULES'] ?? 'modules').split(':').filter((folder) => folder !== '')).map((folder) => path.resolve(folder))
const missing = folders.filter((folder) => !existsSync(folder))

if (missing.length > 0) {
  console.error(`There is no folder ${missing.join(' and no folder ')}.`)
  process.exitCode = 1
} else {
  const sources = readSources(folders)
  const code = await loadModuleCode(folders, ROOT)
  const { catalogue, base, issues } = loadCatalogue({
    sources, schemas: readSchemas(path.join(ROOT, 'schemas')), functions: code.functions, effects: Object.keys(code.effects), ...(client !== undefined && { client }),
  })
  const types = sources.filter((source) => source.path.endsWith('/manifest.json')).length
  const errors = issues.filter((issue) => issue.severity === 'error')
  if (given.includes('--json')) console.log(JSON.stringify({ types, issues }, null, 2))
  else if (issues.length > 0) console.log(`${formatIssues(issues, sources)}\n`)
  const modules = sources.filter((source) => /^[^/]+\/module\.json$/.test(source.path)).length
  const counted = errors.length === 1 ? '1 error' : `${errors.length} errors`
  const verdict = errors.length === 0 ? 'no errors' : counted
  if (!given.includes('--json')) console.log(`${types} document types in ${modules} modules: ${verdict}`)
  // A check that saw nothing has checked nothing.
  const sawAll = types > 0 && modules > 0 && (errors.length > 0 || (catalogue !== null && Object.keys(base?.catalogue.types ?? {}).length === types))
  if (!sawAll) console.error(`No manifests were found in ${folders.join(', ')}.`)
  process.exitCode = errors.length === 0 && sawAll ? 0 : 1
}
