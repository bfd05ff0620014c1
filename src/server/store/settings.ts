/** Settings of a company, by group. Only what was set is stored; defaults come from the manifests. */
import { sql } from 'kysely'
import type { JsonObject, Settings } from '../../core/index.ts'
import type { Db } from './database.ts'

export async function loadSettings(db: Db, company: string): Promise<Settings> {
  const rows = await db.selectFrom('settings').select(['group_name', 'values']).where('company', '=', company).execute()
  return Object.fromEntries(rows.map((row) => [row.group_name, row.values]))
}

/** Merges the values into the group. */
export async function saveSettings(db: Db, company: string, group: string, values: JsonObject, by: string): Promise<void> {
  await sql`insert into settings (company, group_name, values, updated_by) values (${company}, ${group}, ${JSON.stringify(values)}::jsonb, ${by})
    on conflict (company, group_name) do update set values = settings.values || excluded.values, updated_at = now(), updated_by = excluded.updated_by`.execute(db)
}
