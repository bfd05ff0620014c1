/** Only what overlays change is resolved again, with the same result as if everything had been. */
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createEngineMaker, loadCatalogue, resolveForScope, type Layer, type LoadedBase, type LoadedOverlay, type OverlayOperation } from '../../src/core/index.ts'
import { Languages } from '../../src/core/expressions/languages.ts'
import { Resolver } from '../../src/core/manifest/resolve/resolver.ts'
import { expressionPlaces } from '../../src/core/manifest/read/shorthand/expression-places.ts'
import { runToCompletion } from '../../src/core/pieces.ts'
import { EngineSet } from '../../src/server/manifests/engine-set.ts'
import { loadModuleCode } from '../../src/server/manifests/load-code.ts'
import { readSchemas, readSources } from '../../src/server/manifests/read-sources.ts'

const root = path.resolve(import.meta.dirname, '../..')
const modules = [path.join(root, 'modules')]
const { functions, effects } = await loadModuleCode(modules, root)
const schemas = readSchemas(path.join(root, 'schemas'))
const base = load()
const types = Object.values(base.catalogue.types)
// `npm run soak` publishes more, and different ones in each round.
const RUNS = Number(process.env['OVERLAY_RUNS'] ?? 5)
const SEED = Number(process.env['OVERLAY_SEED'] ?? 20_261_123)
const scope = { client: 'x', company: 'x', roles: ['x'] }

function load(): LoadedBase {
  const { base: loaded } = loadCatalogue({ sources: readSources(modules, { isForTests: false }), schemas, functions, effects: Object.keys(effects) })
  if (loaded === null) throw new Error('The manifests of the repository hold an error.')
  return loaded
}

/** The base without anything cached of it or of overlays on it. */
function freshBase(): LoadedBase {
  const expanded = structuredClone(base.expanded)
  const resolver = new Resolver(expanded.modules, expressionPlaces(schemas))
  return { ...base, expanded, resolver, catalogue: runToCompletion(resolver.resolving(expanded.types)), languages: new Languages(functions) }
}

/** A base that caches nothing from one resolution to the next. */
function uncachedBase(): LoadedBase {
  const fresh = freshBase()
  const anew = (): Resolver => new Resolver(fresh.expanded.modules, expressionPlaces(schemas))
  const resolver: Pick<Resolver, 'resolving' | 'unfolded'> = { resolving: (...given) => anew().resolving(...given), unfolded: (type) => anew().unfolded(type) }
  return { ...fresh, resolver: resolver as Resolver }
}

/** Names of a type's fields, columns and actions, and unknown words. */
// Types with an approval are referenced by other types, which must follow.
const someType = fc.oneof(fc.constantFrom(...types.filter(({ approval }) => approval !== undefined)), fc.constantFrom(...types))
const word = fc.constantFrom('Purpose', 'Sum', 'Of whom', 'Zahlung')
const operation = someType.chain((type) => {
  const field = fc.constantFrom(...Object.keys(type.shape.fields))
  const column = fc.constantFrom(...Object.keys(type.list.columns), 'nowhere')
  const operations: fc.Arbitrary<OverlayOperation>[] = [
    ...Array<fc.Arbitrary<OverlayOperation>>(3).fill(word.map((to) => ({ do: 'set', at: 'title.one', to }))),
    fc.tuple(field, word).map(([name, to]) => ({ do: 'set', at: `schema.properties.${name}.title`, to })),
    column.map((name) => ({ do: 'hide', at: `list.columns.${name}` })),
    column.map((name) => ({ do: 'move', at: `list.columns.${name}`, place: { first: true } })),
    field.map((name) => ({ do: 'add', at: `rules.own-${name}`, to: { on: name, required: `has(doc.${name}) || doc.nothing == ""` } })),
    field.map((name) => ({ do: 'add', at: `rules.other-${name}`, to: { on: name, visible: `user.roles.exists(role, role == "x") || has(doc.${name})` } })),
    fc.constantFrom('approval.title', 'label', 'version', 'list.sort').map((at) => ({ do: 'set', at, to: 'Another' })),
  ]
  return fc.record({ type: fc.constant(type.id), operation: fc.oneof(...operations) })
})
const overlay = fc.record({ layer: fc.constantFrom<Layer>('client', 'company', 'role'), first: operation, more: fc.array(operation, { maxLength: 3 }) }).map(({ layer, first, more }): Omit<LoadedOverlay, 'source'> => {
  const operations = [first, ...more].filter(({ type }) => type === first.type).map((one) => one.operation)
  return { extends: { id: first.type, version: 1 }, layer, name: 'x', author: 'x', operations }
})
/** A history of overlays: some are published, some withdrawn. */
const history = fc.array(fc.record({ comes: overlay, goes: fc.option(fc.nat(3), { nil: undefined }) }), { minLength: 1, maxLength: 4 })

test('after any overlays are published and withdrawn, the catalogue equals a complete resolution', () => {
  fc.assert(fc.property(history, (steps) => {
    let overlays: LoadedOverlay[] = []
    for (const [index, { comes, goes }] of steps.entries()) {
      overlays = [...overlays.filter((_, at) => at !== goes), { ...comes, source: `${index}.json` }]
      const { catalogue, conflicts } = resolveForScope(base, scope, overlays)
      const anew = resolveForScope(uncachedBase(), scope, structuredClone(overlays))
      expect(conflicts).toEqual(anew.conflicts)
      expect(catalogue.hash).toBe(anew.catalogue.hash)
      expect(JSON.stringify(catalogue)).toBe(JSON.stringify(anew.catalogue))
    }
  }), { numRuns: RUNS, seed: SEED })
})

test('only a changed type and the types that refer to it are resolved and compiled again', () => {
  const fresh = freshBase()
  const maker = createEngineMaker(fresh.languages, () => undefined)
  const first = maker.engineOf(fresh.catalogue)
  for (const { id } of types) first.type(id)
  const before = { resolved: fresh.resolver.resolved, compiled: maker.compiled() }
  const changed = types.find(({ kind }) => kind === 'document')!
  const { catalogue } = resolveForScope(fresh, scope, [{ source: 'x.json', extends: { id: changed.id, version: 1 }, layer: 'company', name: 'x', author: 'x', operations: [{ do: 'set', at: 'title.one', to: 'Another' }] }])
  const engine = maker.engineOf(catalogue)
  for (const { id } of types) engine.type(id)
  expect(catalogue.types[changed.id]?.title.one).toBe('Another')
  // The other two refer to it by its title.
  expect(fresh.resolver.resolved - before.resolved).toBeLessThanOrEqual(3)
  expect(maker.compiled() - before.compiled).toBeLessThanOrEqual(3)
})

test('the base stays resolved, however many overlays are tried in between', () => {
  const fresh = freshBase()
  const approved = types.find(({ approval }) => approval !== undefined)!
  const overlayOf = (to: string): LoadedOverlay => ({ source: 'x.json', extends: { id: approved.id, version: 1 }, layer: 'company', name: 'x', author: 'x', operations: [{ do: 'set', at: 'title.one', to }] })
  for (let index = 0; index < 12; index += 1) {
    resolveForScope(fresh, scope, [overlayOf(`Tried ${index}`)])
    const before = fresh.resolver.resolved
    runToCompletion(fresh.resolver.resolving(fresh.expanded.types))
    expect(fresh.resolver.resolved).toBe(before)
  }
})

test('the engine of a recent user is ready when a new set of engines replaces the old one', () => {
  const fresh = freshBase()
  const maker = createEngineMaker(fresh.languages, () => undefined)
  const changed = types.find(({ kind }) => kind === 'document')!.id
  const setOf = (title: string): EngineSet => new EngineSet({
    base: fresh, maker, client: undefined, onConflicts: () => undefined,
    overlays: [{ source: 'x.json', extends: { id: changed, version: 1 }, layer: 'role', name: 'x', author: 'x', operations: [{ do: 'set', at: 'title.one', to: title }] }],
  })
  const [now, next] = [setOf('One'), setOf('Another')]
  const person = { company: 'A', roles: ['x'], id: 'first' }
  now.forActor(person).type(changed)
  for (let index = 0; index < 999; index += 1) now.forActor({ company: 'A', roles: [], id: `${index}` })
  now.forActor(person)
  now.forActor({ company: 'A', roles: [], id: 'last' })
  runToCompletion(next.preparing(now))
  const compiled = maker.compiled()
  expect(next.forActor(person).type(changed).manifest.title.one).toBe('Another')
  expect(maker.compiled()).toBe(compiled)
})

test('a lookup’s figure has the type of its field, which an overlay may add', () => {
  const [asking, asked] = [types.find(({ id }) => id === 'pay-period')!, types.find(({ id }) => id === 'currency')!]
  const overlayOf = (id: string, at: string, to: object): LoadedOverlay => ({ extends: { id, version: 1 }, layer: 'client', name: 'x', author: 'x', operations: [{ do: 'add', at, to: to as never }], source: `${at}.json` })
  const figure = overlayOf(asking.id, 'lookups.farthest', { of: asked.id, max: 'extra', where: 'row.code == doc.name' })
  const valueWith = (type: string): string | undefined => {
    const { catalogue, conflicts } = resolveForScope(base, scope, [overlayOf(asked.id, 'schema.properties.extra', { type, title: 'Extra' }), figure])
    expect(conflicts).toEqual([])
    return catalogue.types[asking.id]?.lookups['farthest']?.value
  }
  expect(['number', 'string', 'integer'].map(valueWith)).toEqual(['number', 'string', 'number'])
})
