/** Provides engines: one for all people who see the same manifests, created on first use and dropped when manifests change. */
import path from 'node:path'
import { createEngineMaker, explaining, findingConflicts, findingHiddenFields, formatIssues, loadCatalogue, outlining, previewing, readingPublished, resolvingForScope, overwritesUnseen } from '../../core/index.ts'
import type { EngineMaker, HiddenFields, JsonObject, LoadedBase, LoadedOverlay, ManifestIssue, OnRuleError, Pieces, RuleErrorReport } from '../../core/index.ts'
import type { EngineProvider, FileOverlay, Log, PublishedOverlay, TrialEngine, TrialOptions } from '../services.ts'
import { EngineSet } from './engine-set.ts'
import { runSliced } from '../in-pieces.ts'
import { loadModuleCode } from './load-code.ts'
import type { ModuleCode } from './load-code.ts'
import { loadValidators } from './load-validators.ts'
import { knownRow, newIssues, overlaysRead, readingRows, type ReadRows } from './read-rows.ts'
import { readSchemas, readSources } from './read-sources.ts'
import { Turns } from '../turns.ts'

export interface ProviderOptions {
  /** Module folders; later ones add to earlier ones. */
  folders: string[]
  /** Contains `schemas/` and `dist/`. */
  root: string
  client?: string
  log: Log
}

export interface ManagedEngines extends EngineProvider {
  /** Reads the folders again. If there are errors, the engines stay as they are and the issues are returned. */
  reload(): Promise<{ isLoaded: boolean; issues: ManifestIssue[]; report: string }>
  /** How many types of the current manifests have been resolved and compiled so far; for tests and the benchmark. */
  work(): { resolved: number; compiled: number }
}

/** Manifests that could not be loaded; the message is the whole report, for a terminal. */
export class ManifestError extends Error {
  override name = 'ManifestError'
  readonly issues: ManifestIssue[]
  constructor(report: string, issues: ManifestIssue[]) {
    super(report)
    this.issues = issues
  }
}

/** The content of the module folders. Providers may share it: it never changes, apart from its caches. */
export interface LoadedManifests {
  base: LoadedBase
  /** Overlays from files. */
  overlays: LoadedOverlay[]
  code: ModuleCode
  maker: EngineMaker
}

/** Everything requests are served from. Replaced as a whole. */
interface State { loaded: LoadedManifests; published: ReadRows; overlays: readonly LoadedOverlay[]; engines: EngineSet }

/** A failing rule fails for every record, so it is logged again only after this many milliseconds. */
const LOG_AGAIN_AFTER_MS = 60_000

/** Loads the manifests and creates an engine provider. @throws ManifestError if they contain an error */
export async function createEngineProvider(options: ProviderOptions): Promise<ManagedEngines> {
  return engineProviderOf(await loadManifests(options), options)
}

/** Loads the content of the folders. @throws ManifestError if they contain an error */
export async function loadManifests(options: ProviderOptions): Promise<LoadedManifests> {
  const { loaded, issues, report } = await load(options, createRuleErrorLog(options.log))
  if (loaded === null) throw new ManifestError(report, issues)
  if (issues.length > 0) options.log.warn({ issues: issues.length }, `manifests:\n${report}`)
  return loaded
}

/** Creates a provider from loaded manifests, which it uses until they are reloaded. */
export function engineProviderOf(first: LoadedManifests, options: ProviderOptions): ManagedEngines {
  const { log, client } = options
  let state = stateOf(options, first, { base: first.base, rows: new Map() })
  let rows: readonly PublishedOverlay[] = []
  /** What was read last, in use or not, so that a published overlay is not read twice. */
  let lastRead = state.published
  const reading = function* (base: LoadedBase, published: readonly PublishedOverlay[]): Pieces<ReadRows> {
    return (lastRead = yield* readingRows(base, published, lastRead))
  }
  let version = 1
  const turns = new Turns()
  /** Runs changes one after the other: each starts from the result of the previous one. */
  const afterOthers = <T>(change: () => Promise<T>): Promise<T> => turns.inTurn('change', change)

  /** Requests are served from the current state until everything in use is ready in the next one. */
  const take = async (loaded: LoadedManifests): Promise<void> => {
    const { published: before, engines } = state
    const published = await runSliced(reading(loaded.base, rows))
    for (const { code, file, path: at, message } of newIssues(published, before)) log.warn({ code, overlay: file, path: at }, message)
    const next = stateOf(options, loaded, published)
    await runSliced(next.engines.preparing(engines))
    state = next
    version += 1
  }

  return {
    base: () => state.engines.base(),
    forActor: (actor) => state.engines.forActor(actor),
    version: () => version,
    effects: () => state.loaded.code.effects,
    work: () => ({ resolved: state.loaded.base.resolver.resolved, compiled: state.loaded.maker.compiled() }),
    publish: (read) => afterOthers(async () => {
      rows = await read()
      await take(state.loaded)
    }),
    reload: () => afterOthers(async () => {
      const { loaded, issues, report } = await load(options, createRuleErrorLog(log))
      if (loaded !== null) await take(loaded)
      return { isLoaded: loaded !== null, issues, report }
    }),
    async check(overlay, source) {
      const { loaded: { base }, published } = state
      return (knownRow(published, base, source, overlay) ?? await runSliced(readingPublished(base, overlay, source))).issues
    },
    fileOverlays: () => runSliced(conflictsOfFiles(state.loaded, client)),
    hiddenByOverlays: (published) => {
      const { base, overlays } = state.loaded
      return runSliced((function* (): Pieces<HiddenFields> {
        return yield* findingHiddenFields(base, state.engines.whole({}), [...overlays, ...overlaysRead(yield* reading(base, published))])
      })())
    },
    preview: (value, trial) => previewOf(state, value, trial),
    tryOut: (value, trial) => trialEngine(state, value, trial),
    explain(type, at, scope) {
      const { loaded: { base }, overlays, engines } = state
      return runSliced(explaining(base, type, at, engines.whole(scope), overlays))
    },
    outline(type, scope, replaced) {
      const { loaded: { base }, overlays, engines } = state
      return runSliced(outlining(base, type, engines.whole(scope), overlays.filter(({ source }) => source !== replaced)))
    },
  }
}

function stateOf({ log, client }: ProviderOptions, loaded: LoadedManifests, published: ReadRows): State {
  const { base, maker } = loaded
  const overlays = [...loaded.overlays, ...overlaysRead(published)]
  const onConflicts = (conflicts: readonly ManifestIssue[]): void => {
    for (const { code, file, path, message } of conflicts) log.warn({ code, file, path }, message)
  }
  return { loaded, published, overlays, engines: new EngineSet({ base, maker, overlays, client, onConflicts }) }
}

/** The issues of an overlay, and what it would change; nothing if it has errors. */
async function previewOf({ loaded: { base }, overlays: now, engines }: State, value: JsonObject, { replaced, scope, signal }: TrialOptions): ReturnType<ManagedEngines['preview']> {
  const { overlay, issues } = await runSliced(readingPublished(base, value, 'overlay'), signal)
  if (overlay === null || issues.some(({ severity }) => severity === 'error')) return { issues, changes: [] }
  issues.push(...overwritesUnseen(base, overlay))
  const others = now.filter(({ source }) => source !== replaced)
  return { issues, changes: await runSliced(previewing(base, overlay, engines.whole(scope), { now, others }), signal) }
}

/** An engine with the overlay and one without it, which collect the failures of their rules; undefined if the overlay has errors. */
async function trialEngine({ loaded: { base }, overlays: now, engines }: State, value: JsonObject, { replaced, scope, signal }: TrialOptions): ReturnType<ManagedEngines['tryOut']> {
  const { overlay, issues } = await runSliced(readingPublished(base, value, 'overlay'), signal)
  if (overlay === null || issues.some(({ severity }) => severity === 'error')) return undefined
  const others = now.filter(({ source }) => source !== replaced)
  const collecting = async (overlays: typeof now): Promise<TrialEngine> => {
    const { catalogue } = await runSliced(resolvingForScope(base, engines.whole(scope), overlays), signal)
    const failures: RuleErrorReport[] = []
    return { engine: createEngineMaker(base.languages, (report) => failures.push(report)).engineOf(catalogue), failures }
  }
  return { ...(await collecting([...others, overlay])), type: overlay.extends.id, without: () => collecting(others) }
}

/** The overlays from files, except those of other clients, each with the conflicts it causes on its own. */
function* conflictsOfFiles({ base, overlays }: LoadedManifests, client: string | undefined): Pieces<FileOverlay[]> {
  const found: FileOverlay[] = []
  for (const overlay of overlays) {
    const { source, layer, name, text = '{}' } = overlay
    if (layer === 'client' && name !== client) continue
    found.push({ source, type: overlay.extends.id, layer, name, overlay: JSON.parse(text) as JsonObject, issues: yield* findingConflicts(base, overlay) })
  }
  return found
}

async function load(options: ProviderOptions, onRuleError: OnRuleError): Promise<{ loaded: LoadedManifests | null; issues: ManifestIssue[]; report: string }> {
  const sources = readSources(options.folders, { isForTests: false })
  const code = await loadModuleCode(options.folders, options.root)
  const schemas = readSchemas(path.join(options.root, 'schemas'))
  const { base, issues, overlays } = loadCatalogue({
    sources,
    schemas,
    compiledCheck: loadValidators(options.root, schemas),
    functions: code.functions,
    effects: Object.keys(code.effects),
    ...(options.client !== undefined && { client: options.client }),
  })
  const loaded = base === null ? null : { base, overlays, code, maker: createEngineMaker(base.languages, onRuleError) }
  return { loaded, issues, report: issues.length === 0 ? '' : formatIssues(issues, sources) }
}

function createRuleErrorLog(log: Log): OnRuleError {
  const loggedAt = new Map<string, number>()
  return (error) => {
    const key = JSON.stringify(error)
    const now = performance.now()
    if (now - (loggedAt.get(key) ?? -Infinity) < LOG_AGAIN_AFTER_MS) return
    if (loggedAt.size > 1_000) loggedAt.clear()
    loggedAt.set(key, now)
    log.warn({ ruleError: error }, 'a rule could not be evaluated and was taken as a refusal')
  }
}
