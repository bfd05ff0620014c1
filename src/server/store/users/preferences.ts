/** What people arrange for themselves, such as the columns of a list: small objects by name, for each company. */
import type { JsonObject } from '../../../core/index.ts'
import type { Db } from '../connection/database.ts'

interface Whose { userId: string; company: string }

/** All preferences of a person in a company, by name. */
export async function readPreferences(db: Db, { userId, company }: Whose): Promise<Record<string, JsonObject>> {
  const rows = await db.selectFrom('preferences').select(['name', 'value']).where('user_id', '=', userId).where('company', '=', company).orderBy('name').execute()
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

/** Stores a preference, or removes it if the value is null. */
export async function setPreference(db: Db, { userId, company, name }: Whose & { name: string }, value: JsonObject | null): Promise<void> {
  if (value === null) {
    await db.deleteFrom('preferences').where('user_id', '=', userId).where('company', '=', company).where('name', '=', name).execute()
    return
  }
  const text = JSON.stringify(value)
  await db.insertInto('preferences').values({ user_id: userId, company, name, value: text }).onConflict((oc) => oc.columns(['user_id', 'company', 'name']).doUpdateSet({ value: text })).execute()
}
