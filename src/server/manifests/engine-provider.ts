/** Engines for everybody: one for all who see the same manifests, made when first asked for, dropped when manifests change. */
import path from 'node:path'
import { createEngine, explain, formatIssues, loadCatalogue, previewOverlay, readPublished, resolveForScope } from '../../core/index.ts'
import type { Engine, LoadedBase, LoadedOverlay, ManifestIssue, RuleErrorReport, Scope } from '../../core/index.ts'
import type { EngineProvider, Log, PublishedOverlay } from '../services.ts'
import { loadModuleCode } from './load-code.ts'
import type { ModuleCode } from './load-code.ts'
import { readSchemas, readSources } from './read-sources.ts'

export interface ProviderOptions {
  /** Folders of modules, later ones add to earlier ones. */
  folders: string[]
  /** Where `schemas/` and `dist/` lie. */
  root: string
  client?: string
  log: Log
}

export interface ManagedEngines extends EngineProvider {
  /** Reads the folders again. With an error the engines stay as they are and the issues are answered. */
  reload(): Promise<{ isLoaded: boolean; issues: ManifestIssue[]; report: string }>
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

interface Loaded {
  base: LoadedBase
  overlays: LoadedOverlay[]
  code: ModuleCode
  byScope: Map<string, Engine>
  byCatalogue: Map<string, Engine>
  /** Overlays that were published, as they read on these manifests. */
  published: LoadedOverlay[]
}

/** Most scopes kept: people of one company and the same roles share one. */
const MOST_SCOPES = 500
/** One rule that fails does so for every record; it is told again after this many milliseconds. */
const TELL_AGAIN_AFTER = 60_000

/** Loads the manifests. Throws ManifestError when they hold an error. */
export async function createEngineProvider(options: ProviderOptions): Promise<ManagedEngines> {
  const onRuleError = createRuleErrorLog(options.log)
  const first = await load(options)
  if (first.loaded === null) throw new ManifestError(first.report, first.issues)
  if (first.issues.length > 0) options.log.warn({ issues: first.issues.length }, `manifests:\n${first.report}`)
  let current = first.loaded
  let version = 1

  let rows: PublishedOverlay[] = []

  const overlays = (): LoadedOverlay[] => [...current.overlays, ...current.published]
  const scopeOf = (scope: Scope): Scope => (options.client === undefined ? scope : { client: options.client, ...scope })

  /** Reads the published overlays on the present manifests; what is wrong is told and set aside. */
  const readRows = (): void => {
    const read = rows.map((row) => readPublished(current.base, row.overlay, row.source))
    current.published = read.flatMap(({ overlay }) => (overlay === null ? [] : [overlay]))
    for (const issue of read.flatMap(({ issues }) => issues)) options.log.warn({ code: issue.code, overlay: issue.file, path: issue.path }, issue.message)
    current.byScope.clear()
    current.byCatalogue.clear()
  }

  const engineFor = (key: string, scope: Scope): Engine => {
    const known = current.byScope.get(key)
    if (known !== undefined) return known
    const { catalogue, conflicts } = resolveForScope(current.base, scopeOf(scope), overlays())
    for (const conflict of conflicts) options.log.warn({ code: conflict.code, file: conflict.file, path: conflict.path }, conflict.message)
    const engine = current.byCatalogue.get(catalogue.hash) ?? createEngine(catalogue, current.code.functions, onRuleError)
    current.byCatalogue.set(catalogue.hash, engine)
    if (current.byScope.size >= MOST_SCOPES) current.byScope.clear()
    current.byScope.set(key, engine)
    return engine
  }

  return {
    base: () => engineFor('', {}),
    forActor: ({ company, roles, id }) => {
      const all = overlays()
      if (!all.some((overlay) => concerns(overlay, company, roles, id))) return engineFor('', {})
      const names = [...roles].sort()
      // People of one company and the same roles share an engine; only who has an overlay of their own has another.
      const user = id !== undefined && all.some(({ layer, name }) => layer === 'user' && name === id) ? id : undefined
      return engineFor([company, user ?? '', ...names].join('\u0000'), { company, roles: names, ...(user !== undefined && { user }) })
    },
    version: () => version,
    check: (overlay, source) => readPublished(current.base, overlay, source).issues,
    publish(published) {
      rows = published
      version += 1
      readRows()
    },
    preview: (value, { replaced, scope }) => {
      const { overlay, issues } = readPublished(current.base, value, 'overlay')
      if (overlay === null || issues.some(({ severity }) => severity === 'error')) return { issues, changes: [] }
      const others = overlays().filter(({ source }) => source !== replaced)
      return { issues, changes: previewOverlay(current.base, overlay, scopeOf(scope), { now: overlays(), others }) }
    },
    explain: (type, at, scope) => explain(current.base, type, at, scopeOf(scope), overlays()),
    effects: () => current.code.effects,
    async reload() {
      const { loaded, issues, report } = await load(options)
      if (loaded !== null) {
        current = loaded
        version += 1
        readRows()
      }
      return { isLoaded: loaded !== null, issues, report }
    },
  }
}

function concerns({ layer, name }: LoadedOverlay, company: string, roles: string[], user: string | undefined): boolean {
  if (layer === 'company') return name === company
  return layer === 'role' ? roles.includes(name) : layer === 'user' && name === user
}

async function load(options: ProviderOptions): Promise<{ loaded: Loaded | null; issues: ManifestIssue[]; report: string }> {
  const sources = readSources(options.folders)
  const code = await loadModuleCode(options.folders, options.root)
  const { base, issues, overlays } = loadCatalogue({
    sources,
    schemas: readSchemas(path.join(options.root, 'schemas')),
    functions: code.functions,
    effects: Object.keys(code.effects),
    ...(options.client !== undefined && { client: options.client }),
  })
  const loaded = base === null ? null : { base, overlays, code, published: [], byScope: new Map<string, Engine>(), byCatalogue: new Map<string, Engine>() }
  return { loaded, issues, report: issues.length === 0 ? '' : formatIssues(issues, sources) }
}

function createRuleErrorLog(log: Log): (error: RuleErrorReport) => void {
  const told = new Map<string, number>()
  return (error) => {
    const key = JSON.stringify(error)
    const now = Date.now()
    if (now - (told.get(key) ?? 0) < TELL_AGAIN_AFTER) return
    if (told.size > 1_000) told.clear()
    told.set(key, now)
    log.warn({ ruleError: error }, 'a rule could not be evaluated and was taken as a refusal')
  }
}
