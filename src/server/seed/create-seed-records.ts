/**
 * Creates the records that a module ships for every company, such as the list of towns. They are created once; from then on the company
 * owns them.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { ADMINISTRATOR, EVERYONE, type JsonObject } from '../../core/index.ts'
import { asText, commandContext, plainContext, type CommandContext } from '../commands/context.ts'
import { writePosted } from '../commands/write-record.ts'
import { modulesOf } from '../manifests/read-sources.ts'
import type { Services, Session } from '../services.ts'
import { sessionAs } from '../sign-in/session-as.ts'
import { allCompanies } from '../store/settings/companies.ts'
import { appendEvent, hasEventOf, trailOf } from '../store/audit/events.ts'
import { lockKeys } from '../store/transactions/lock-keys.ts'
import { loadRecords, refKey } from '../store/lists/references.ts'
import type { CompaniesTable } from '../store/sql/tables.ts'

interface SeedFile { records?: { type: string; values: JsonObject[] }[] }

/** The author of records that a module ships. */
const AUTHOR = 'module'

/**
 * Creates the seed records a company has not received yet, type by type; records it has deleted do not return. @throws Error naming every
 * record that breaks a rule of its type
 */
export async function createSeedRecords(services: Services): Promise<void> {
  const seeds = readSeeds(services.config.modules)
  if (seeds.size === 0) return
  for (const company of await allCompanies(services.database.kysely)) {
    const session = await sessionAs(services, services.database.kysely, { company, actorOn: () => author(company), provedAt: services.clock.now() })
    for (const [type, records] of seeds) await plant(commandContext(services, session), type, records)
  }
}

async function plant(command: CommandContext, id: string, records: JsonObject[]): Promise<void> {
  const { services, session, now } = command
  const company = session.company.code
  const type = services.engines.base().type(id)
  const context = plainContext(command)
  await services.database.transaction(async (tx) => {
    await lockKeys(tx, company, [`seed ${id}`])
    if (await hasEventOf(tx, trailOf(type.manifest, { company, key: null }), 'seeded')) return
    const known = await loadRecords(tx, company, records.map((record) => ({ type: id, key: asText(record[type.manifest.key]) })))
    const problems: string[] = []
    for (const values of records) {
      const key = asText(values[type.manifest.key])
      if (known.has(refKey(id, key))) continue
      const { doc, issues } = type.evaluate({ ...type.newDocument(context), ...values }, context)
      problems.push(...issues.filter(({ severity }) => severity === 'error').map((issue) => `${id} ${key}: ${issue.path} ${issue.message}`))
      await writePosted(tx, command, type, doc)
    }
    if (problems.length > 0) throw new Error(`The records that a module brings break their own rules:\n  ${problems.join('\n  ')}`)
    await appendEvent(tx, { company, type: id, key: null, kind: 'seeded', actor: AUTHOR, ip: null, at: now })
  })
}

/** The module as an actor that does not belong to the company's people. */
function author({ code }: CompaniesTable): Session['actor'] {
  return { id: AUTHOR, email: '', name: 'Module', company: code, roles: [EVERYONE, ADMINISTRATOR], isNavuser: false, isApprover: false }
}

/** The content of the modules' seed/*.json files, by type. */
export function readSeeds(folders: string[]): Map<string, JsonObject[]> {
  const seeds = new Map<string, JsonObject[]>()
  for (const file of folders.flatMap(seedFiles)) {
    const { records = [] } = JSON.parse(readFileSync(file, 'utf8')) as SeedFile
    for (const { type, values } of records) seeds.set(type, [...(seeds.get(type) ?? []), ...values])
  }
  return seeds
}

function seedFiles(folder: string): string[] {
  return modulesOf(folder).flatMap((module) => {
    const seed = path.join(folder, module, 'seed')
    return existsSync(seed) ? readdirSync(seed).filter((name) => name.endsWith('.json')).sort().map((name) => path.join(seed, name)) : []
  })
}
