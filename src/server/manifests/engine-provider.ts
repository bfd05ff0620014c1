/** Engines for everybody: one for all who see the same manifests, made when first asked for, dropped when manifests change. */
import path from 'node:path'
import { createEngine, formatIssues, loadCatalogue, resolveForScope } from '../../core/index.ts'
import type { Engine, LoadedBase, LoadedOverlay, ManifestIssue, RuleErrorReport } from '../../core/index.ts'
import type { EngineProvider, Log } from '../services.ts'
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

  const engineFor = (key: string, scope: { company?: string; roles?: string[] }): Engine => {
    const known = current.byScope.get(key)
    if (known !== undefined) return known
    const client = options.client === undefined ? {} : { client: options.client }
    const { catalogue, conflicts } = resolveForScope(current.base, { ...client, ...scope }, current.overlays)
    for (const conflict of conflicts) options.log.warn({ code: conflict.code, file: conflict.file, path: conflict.path }, conflict.message)
    const engine = current.byCatalogue.get(catalogue.hash) ?? createEngine(catalogue, current.code.functions, onRuleError)
    current.byCatalogue.set(catalogue.hash, engine)
    if (current.byScope.size >= MOST_SCOPES) current.byScope.clear()
    current.byScope.set(key, engine)
    return engine
  }

  return {
    base: () => engineFor('', {}),
    forActor: ({ company, roles }) => {
      if (!current.overlays.some((overlay) => concerns(overlay, company, roles))) return engineFor('', {})
      const names = [...roles].sort()
      return engineFor(`${company}\u0000${names.join('\u0000')}`, { company, roles: names })
    },
    version: () => version,
    effects: () => current.code.effects,
    async reload() {
      const { loaded, issues, report } = await load(options)
      if (loaded !== null) {
        current = loaded
        version += 1
      }
      return { isLoaded: loaded !== null, issues, report }
    },
  }
}

function concerns(overlay: LoadedOverlay, company: string, roles: string[]): boolean {
  return overlay.layer === 'company' ? overlay.name === company : overlay.layer === 'role' && roles.includes(overlay.name)
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
  const loaded = base === null ? null : { base, overlays, code, byScope: new Map<string, Engine>(), byCatalogue: new Map<string, Engine>() }
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
