/** The language in which a person last used the portal: that of their mails and notifications. */
import type { Db } from '../connection/database.ts'

/** As a BCP 47 tag; null for English. */
export async function languageOf(db: Db, userId: string): Promise<string | null> {
  return (await db.selectFrom('users').select('language').where('id', '=', userId).executeTakeFirst())?.language ?? null
}

/** An administrator cannot overwrite it, so the account's revision stays. */
export async function setLanguage(db: Db, userId: string, language: string | null): Promise<void> {
  await db.updateTable('users').set({ language }).where('id', '=', userId).execute()
}
