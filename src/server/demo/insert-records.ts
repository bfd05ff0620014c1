/** Inserts masters and other records that have no story, validated by their own rules. */
import { ADMINISTRATOR, EVERYONE } from '../../core/index.ts'
import type { Actor, CompiledType, Engine, Json, JsonObject, RuleContext } from '../../core/index.ts'
import { readSeeds } from '../seed/create-seed-records.ts'
import type { Services } from '../services.ts'
import { effectiveSettings } from '../settings/effective-settings.ts'
import type { Tx } from '../store/connection/database.ts'
import { insertDocument } from '../store/documents/documents.ts'
import { appendEvent } from '../store/audit/events.ts'
import type { Demo, DemoCompany } from './demo-file.ts'
import { withDates } from './demo-time.ts'

/** Inserts all records. @throws Error naming every record that breaks a rule of its type. */
export async function insertRecords(services: Services, tx: Tx, demo: Demo, by: string, time: Date): Promise<void> {
  const engine = services.engines.base()
  const seeds = readSeeds(services.config.modules)
  const problems: string[] = []
  for (const company of demo.companies) {
    const known = recordsByType(engine, demo, company.code, services.clock.today(company.time_zone ?? 'Africa/Nairobi'))
    const shared = contextOf(engine, demo, company, known, time)
    const listed = listedWith(engine, known, seeds, shared)
    for (const [id, records] of known) {
      const type = engine.type(id)
      const { manifest } = type
      const lists = Object.fromEntries(Object.entries(manifest.lists).map(([name, { of }]) => [name, listed(of)]))
      const context = { ...shared, lists, lookups: noFigures(type) }
      const initial = Object.values(manifest.states).find((state) => state.initial)?.name ?? ''
      for (const [key, values] of records) {
        const { doc, issues } = type.evaluate({ ...type.newDocument(context), ...values }, context)
        problems.push(...issues.filter((issue) => issue.severity === 'error').map((issue) => `${company.code} ${id} ${key}: ${issue.path} ${issue.message}`))
        // A field of that name of a type without states is like any other.
        const state = initial === '' ? '' : doc[manifest.stateField]
        const owner = manifest.owner === undefined ? undefined : doc[manifest.owner]
        await insertDocument(tx, manifest, {
          company: company.code, key, state: typeof state === 'string' ? state : initial, owner: typeof owner === 'string' ? owner : undefined, data: doc, by, at: time,
        })
        await appendEvent(tx, { company: company.code, type: id, key, kind: 'created', actor: by, ip: null, at: time })
      }
    }
  }
  if (problems.length > 0) throw new Error(`The demo records break their own rules:\n  ${problems.join('\n  ')}`)
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

type Known = Map<string, Map<string, JsonObject>>

function recordsByType(engine: Engine, demo: Demo, company: string, today: string): Known {
  const known: Known = new Map()
  for (const { company: of, type, values } of demo.records) {
    if (of !== company) continue
    if (!engine.has(type)) throw new Error(`The demo has records of "${type}", which is no document type.`)
    const records = known.get(type) ?? new Map<string, JsonObject>()
    for (const value of values) {
      const dated = withDates(value, today)
      records.set(textOf(dated[engine.type(type).manifest.key]), dated)
    }
    known.set(type, records)
  }
  return known
}

/** What other records say of a record is asked of an empty database, which every record of the demo is first inserted into. */
function noFigures({ manifest }: CompiledType): NonNullable<RuleContext['lookups']> {
  return Object.fromEntries(Object.values(manifest.lookups).map(({ name, per }) => [name, per === undefined ? 0 : []]))
}

/** What lists have of a type: the company's records of it and those that the modules bring, each with its first values. */
function listedWith(engine: Engine, known: Known, seeds: ReadonlyMap<string, JsonObject[]>, context: RuleContext): (of: string) => JsonObject[] {
  const found = new Map<string, JsonObject[]>()
  return (of) => {
    const listed = found.get(of) ?? [...(known.get(of)?.values() ?? []), ...(seeds.get(of) ?? [])].map((values) => ({ ...engine.type(of).newDocument({ ...context, lookups: noFigures(engine.type(of)) }), ...values }))
    found.set(of, listed)
    return listed
  }
}

function contextOf(engine: Engine, demo: Demo, company: DemoCompany, known: Known, time: Date): RuleContext {
  const user: Actor = { id: 'demo', email: '', name: 'Demo', company: company.code, roles: [EVERYONE, ADMINISTRATOR], isNavuser: false, isApprover: false }
  return {
    user, lists: {}, lookups: {},
    settings: effectiveSettings(engine.catalogue.settings, demo.settings[company.code] ?? {}),
    company: { code: company.code, name: company.name, currency: company.currency ?? 'KES', timeZone: company.time_zone ?? 'Africa/Nairobi' },
    today: time.toISOString().slice(0, 10),
    ref: (type, key) => known.get(type)?.get(key),
  }
}
