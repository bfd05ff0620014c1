/** Every keyword of a document type is used by a shipped type or a fixture, and has an effect there. */
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { loadCatalogue, resolveForScope, type Layer, type LoadedBase, type Scope } from '../../src/core/index.ts'
import { createReporter } from '../../src/core/manifest/read/reporter.ts'
import { atOnce } from '../../src/core/pieces.ts'
import type { Json, JsonObject } from '../../src/core/index.ts'
import { loadModuleCode } from '../../src/server/manifests/load-code.ts'
import { readSources } from '../../src/server/manifests/read-sources.ts'
import { goodSources, load, SCHEMAS } from './load.ts'
import { schemaKeywords, type Keys, type Schema } from './schema-keywords.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const FOLDERS = ['modules', 'tests/fixtures/modules'].map((folder) => path.join(ROOT, folder))
const LANGUAGE = 'document-type.schema.json'

/**
 * Keywords that are read but not through a resolved manifest, each with its reader. If removing any other keyword leaves the resolved type
 * unchanged, nothing reads it.
 */
const READ_ELSEWHERE: Record<string, string> = {
  'type.$schema': 'editors',
  'objectSchema.type': 'whoever reads the schema as JSON Schema',
  'type.reference': 'people who look after the manifest',
  'rule.reference': 'people who look after the manifest',
  'step.relaxable': 'overlay/guards.ts, in the manifest',
  'approval.mustShow': 'overlay/must-show.ts, in the manifest',
}

/** `isWhole`: in the type with its traits, mixins and aliases. */
interface Use { type: string; at: Keys; isWhole: boolean }

function without(value: JsonObject, at: Keys): JsonObject {
  const copy = structuredClone(value)
  const holder = at.slice(0, -1).reduce<Json>((here, key) => (here as Record<string | number, Json>)[key]!, copy)
  delete (holder as JsonObject)[String(at.at(-1))]
  return copy
}

const { names: KEYWORDS, findUses } = schemaKeywords(SCHEMAS[LANGUAGE] as Schema, 'type')
const uses = new Map<string, Use[]>()
let base: LoadedBase

beforeAll(async () => {
  const code = await loadModuleCode(FOLDERS, ROOT)
  const loaded = loadCatalogue({ sources: readSources(FOLDERS), schemas: SCHEMAS, functions: code.functions, effects: Object.keys(code.effects) })
  expect(loaded.issues.filter(({ severity }) => severity === 'error')).toEqual([])
  base = loaded.base!
  for (const [type, { manifest }] of Object.entries(base.written.types)) {
    const add = (isWhole: boolean) => (keyword: string, at: Keys): void => void uses.set(keyword, [...(uses.get(keyword) ?? []), { type, at, isWhole }])
    findUses(manifest, add(false))
    // What traits, mixins and aliases contribute is only there.
    findUses(base.expanded.types[type]!.manifest, add(true))
  }
})

/** Whether the type differs, or is invalid, without the keyword. */
function hasEffect({ type, at, isWhole }: Use): boolean {
  const written = (isWhole ? base.expanded : base.written).types[type]!
  const manifest = without(written.manifest, at)
  if (base.check('document-type', manifest).length > 0) return true
  const reporter = createReporter(new Map())
  try {
    const expanded = isWhole ? { ...written, manifest } : base.written.expand({ ...written, manifest }, reporter)
    if (reporter.issues.length > 0) return true
    // Compares other types too: which records may be selected is resolved in the types that refer to them.
    return atOnce(base.resolver.resolving({ ...base.expanded.types, [type]: expanded })).hash !== base.catalogue.hash
  } catch {
    // A manifest that lacks what it needs cannot be resolved: the combined structure is checked first.
    return true
  }
}

test('the schema has the keywords of the language', () => {
  expect(KEYWORDS.length).toBeGreaterThan(200)
  expect(KEYWORDS).toEqual(expect.arrayContaining(['type.id', 'field.x-ref.to', 'action.runs.over', 'step.quorum', 'rule.whenHidden']))
})

test.each(KEYWORDS)('the keyword %s is used by a type and has an effect there', (keyword) => {
  const where = uses.get(keyword) ?? []
  expect(where.length, 'no shipped type and no fixture uses it: add a fixture, or remove it from the language').toBeGreaterThan(0)
  if (READ_ELSEWHERE[keyword] !== undefined) return
  expect(where.some(hasEffect), `it has no effect in ${where.map(({ type }) => type).join(', ')}`).toBe(true)
})

test.each<[string, string, RegExp]>([
  ['modules', 'module.schema.json', /^[^/]+\/module\.json$/], ['mixins', 'mixin.schema.json', /\/mixins\//], ['traits', 'trait.schema.json', /\/traits\//],
  ['printed forms', 'print-layout.schema.json', /\/print\//], ['aliases', 'aliases.schema.json', /\/aliases\.json$/], ['cases', 'cases.schema.json', /\/cases\.json$/], ['overlays', 'overlay.schema.json', /\/overlays\//],
])('every keyword of %s is used by a shipped module or a fixture', (_, schema, files) => {
  const { names, findUses: findIn } = schemaKeywords(SCHEMAS[schema] as Schema, 'file')
  const used = new Set<string>()
  const texts = [...readSources(FOLDERS), ...goodSources()].filter((source) => files.test(source.path)).map(({ text }) => text)
  for (const text of texts) findIn(JSON.parse(text) as Json, (keyword) => used.add(keyword))
  expect(names.length).toBeGreaterThan(3)
  expect(names.filter((name) => !used.has(name))).toEqual([])
})

const { base: fixture, overlays } = load(goodSources())
const FOR: Record<Layer, (name: string) => Scope> = { client: (client) => ({ client }), company: (company) => ({ company }), role: (role) => ({ roles: [role] }), user: (user) => ({ user }) }

test('an overlay can do every operation of the schema in a fixture, for every layer', () => {
  const { operation } = (SCHEMAS['overlay.schema.json'] as { $defs: { operation: { properties: { do: { enum: string[] } } } } }).$defs
  expect(new Set(overlays.flatMap(({ operations }) => operations.map((one) => one.do)))).toEqual(new Set(operation.properties.do.enum))
  expect(new Set(overlays.map(({ layer }) => layer))).toEqual(new Set(Object.keys(FOR)))
})

test.each(overlays.flatMap((overlay) => overlay.operations.map((operation) => ({ ...operation, overlay }))))('$do of $at changes what people of $overlay.source see', ({ overlay, ...operation }) => {
  const { catalogue, conflicts } = resolveForScope(fixture!, FOR[overlay.layer](overlay.name), [{ ...overlay, operations: [operation] }])
  expect(conflicts).toEqual([])
  expect(catalogue.hash).not.toBe(fixture!.catalogue.hash)
})
