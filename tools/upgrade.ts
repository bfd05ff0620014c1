/**
 * Upgrades a folder of modules from the first edition of the manifest language to the second, in place: `npm run upgrade -- <folder>`.
 * Expressions no longer use `.?` and `orValue`, additional calls and names move to aliases.json, and keys that only restate a default are
 * removed (not with `--keep`: finding them takes a minute for large types). Prints what could not be upgraded and then exits with 1. Run it
 * on files under version control.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isObject, loadCatalogue, restatedKeys } from '../src/core/index.ts'
import type { Json, JsonObject } from '../src/core/index.ts'
import { expressionPlaces } from '../src/core/manifest/read/shorthand/expression-places.ts'
import { unconvertedExpressions, stateOf, upgradeOverlay, upgradePart, upgradeType, withProofToApprove } from '../src/core/upgrade/upgrade-manifest.ts'
import { loadModuleCode } from '../src/server/manifests/load-code.ts'
import { readSchemas, readSources } from '../src/server/manifests/read-sources.ts'
import { parsed, stopAt } from './command-line.ts'
import { manifestText } from './manifest-text.ts'
import { ROOT, problemsOfFolders } from './module-folders.ts'

const schemas = readSchemas(path.join(ROOT, 'schemas'))
const changeExpressions = expressionPlaces(schemas)

const { values: { keep: isKept }, positionals: named } = parsed({ allowPositionals: true, options: { keep: { type: 'boolean', default: false } } }, 'npm run upgrade -- <folder of modules> … [--keep]: brings modules of the first edition to the second, in place; --keep leaves in what says the same as a default.')
const [folder = ''] = named
stopAt(named.length === 1 ? problemsOfFolders([path.resolve(folder)]) : ['Name one folder of modules: npm run upgrade -- /srv/our-modules'])
process.exitCode = await upgrade(path.resolve(folder)) ? 0 : 1

async function upgrade(modules: string): Promise<boolean> {
  const read = (file: string): JsonObject => JSON.parse(readFileSync(path.join(modules, file), 'utf8')) as JsonObject
  const left: [file: string, texts: string[]][] = []
  const changed = new Set<string>()
  const write = async (file: string, value: JsonObject): Promise<void> => {
    const before = existsSync(path.join(modules, file)) ? JSON.stringify(read(file)) : undefined
    left.push([file, unconvertedExpressions(value)])
    if (JSON.stringify(value) === before) return
    changed.add(path.join(modules, file))
    writeFileSync(path.join(modules, file), await manifestText(value))
  }
  const typeOf = (file: string): string => path.join(file.split('/').slice(0, 2).join('/'), 'manifest.json')
  const states = new Map(readSources([modules]).filter(({ path: file }) => file.endsWith('/manifest.json')).map(({ path: file }) => [file, stateOf(read(file))]))
  const ofRequests = new Set(readSources([modules]).filter(({ path: file }) => file.endsWith('/module.json')).map(({ path: file }) => requestsOf(read(file))))
  for (const { path: file } of readSources([modules])) {
    const state = states.get(typeOf(file))
    if (/^[^/]+\/[^/]+\/manifest\.json$/.test(file)) {
      const { manifest, aliases } = upgradeType(read(file), changeExpressions)
      await write(file, ofRequests.has(manifest['id']) ? withProofToApprove(manifest) : manifest)
      const beside = path.join(path.dirname(file), 'aliases.json')
      if (aliases !== undefined && !existsSync(path.join(modules, beside))) await write(beside, aliases)
    } else if (/\/print\/.+\.json$/.test(file)) await write(file, upgradePart('print-layout', read(file), changeExpressions, state))
    else if (/^[^/]+\/mixins\//.test(file)) await write(file, upgradePart('mixin', read(file), changeExpressions))
    else if (/\/overlays\//.test(file)) await write(file, upgradeOverlay(read(file), state))
    else if (file.endsWith('/module.json')) await write(file, upgradePart('module', read(file), changeExpressions))
  }
  const shortened = isKept ? 0 : await leaveOut(modules, changed)
  for (const [file, texts] of left) for (const text of texts) console.log(`${file}: still of the first edition: ${text}`)
  console.log(`${changed.size} files changed, ${shortened} keys left out that say what holds without them.`)
  return left.every(([, texts]) => texts.length === 0)
}

/** The type of document that requests changes under dual control, if the module declares one. */
function requestsOf({ organisation }: JsonObject): Json | undefined {
  const requests = isObject(organisation) ? organisation['changeRequests'] : undefined
  return isObject(requests) ? requests['type'] : undefined
}

/**
 * Removes restated keys, if everything loads, and adds the changed files to `changed`. Returns the number of keys. The repository's own
 * modules are loaded for references.
 */
async function leaveOut(modules: string, changed: Set<string>): Promise<number> {
  const folders = modules === path.join(ROOT, 'modules') ? [modules] : [path.join(ROOT, 'modules'), modules]
  const { functions, effects } = await loadModuleCode(folders, ROOT)
  const { base, issues } = loadCatalogue({ sources: readSources(folders, { isForTests: false }), schemas, functions, effects: Object.keys(effects) })
  if (base === null) {
    console.log(`Not shortened, as something is wrong: ${issues[0]?.file ?? ''} ${issues[0]?.message ?? ''} npm run check:manifests tells more.`)
    return 0
  }
  let count = 0
  for (const type of Object.values(base.written.types)) {
    const file = path.resolve(type.file)
    if (!file.startsWith(modules + path.sep)) continue
    const keys = restatedKeys(base, type.id)
    if (keys.length === 0) continue
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as JsonObject
    for (const key of keys) remove(manifest, key)
    writeFileSync(file, await manifestText(manifest))
    changed.add(file)
    count += keys.length
  }
  return count
}

function remove(value: JsonObject, [key, ...rest]: readonly (string | number)[]): void {
  const name = String(key)
  if (rest.length === 0) delete value[name]
  else remove(value[name] as JsonObject, rest)
}
