/** Settings of a company, by group. Only values that were set are stored; defaults come from the manifests. */
import { sql } from 'kysely'
import type { JsonObject, Settings } from '../../../core/index.ts'
import type { Db, Tx } from '../connection/database.ts'
import { notifyLater } from '../connection/hints.ts'

/** The company's stored settings by group, without defaults. */
export async function loadSettings(db: Db, company: string): Promise<Settings> {
  return (await loadSettingsWithRevs(db, company)).stored
}

/** The same, with how often each group was saved. */
export async function loadSettingsWithRevs(db: Db, company: string): Promise<{ stored: Settings; revs: Record<string, number> }> {
  const rows = await db.selectFrom('settings').select(['group_name', 'values', 'rev']).where('company', '=', company).execute()
  return { stored: Object.fromEntries(rows.map((row) => [row.group_name, row.values])), revs: Object.fromEntries(rows.map((row) => [row.group_name, row.rev])) }
}

/** The stored settings of one group for each company, by code; companies without any are left out. */
export async function groupOf(db: Db, group: string, companies: string[]): Promise<Map<string, JsonObject>> {
  if (companies.length === 0) return new Map()
  const rows = await db.selectFrom('settings').select(['company', 'values']).where('group_name', '=', group).where('company', 'in', companies).execute()
  return new Map(rows.map(({ company, values }) => [company, values]))
}

/** Serialises saves of the company's settings: what is loaded after this call does not change until the transaction ends. */
export async function lockSettings(tx: Tx, company: string): Promise<void> {
  await tx.selectFrom('companies').select('code').where('code', '=', company).forNoKeyUpdate().execute()
}

/** Merges the values into the group. */
export async function saveSettings(db: Db, company: string, group: string, values: JsonObject, by: string): Promise<void> {
  await sql`insert into settings (company, group_name, values, updated_by) values (${company}, ${group}, ${JSON.stringify(values)}::jsonb, ${by})
    on conflict (company, group_name) do update set values = settings.values || excluded.values, rev = settings.rev + 1, updated_at = now(), updated_by = excluded.updated_by`.execute(db)
  notifyLater(db, { kind: 'settings', company })
}
