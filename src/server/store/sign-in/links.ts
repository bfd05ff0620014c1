/** Mailed links to set a password, each valid once. Only the hash of their token is stored. */
import type { Selectable } from 'kysely'
import type { Db } from '../connection/database.ts'
import type { LinksTable } from '../sql/tables.ts'

export type Link = Selectable<LinksTable>
export type LinkPurpose = 'activation' | 'reset'

/** Adds a link and invalidates the user's older ones. */
export async function createLink(db: Db, link: { tokenHash: string; userId: string; purpose: LinkPurpose; now: Date; expiresAt: Date; givenBy?: string }): Promise<void> {
  await replaceLinks(db, link.userId, link.now)
  await db.insertInto('links').values({ token_hash: link.tokenHash, user_id: link.userId, purpose: link.purpose, given_by: link.givenBy ?? null, created_at: link.now, expires_at: link.expiresAt }).execute()
}

/** Invalidates every unused link of the user. */
export async function replaceLinks(db: Db, userId: string, now: Date): Promise<void> {
  await db.updateTable('links').set({ replaced_at: now }).where('user_id', '=', userId).where('used_at', 'is', null).where('replaced_at', 'is', null).execute()
}

/** The link in whatever state, also if it is used or expired. */
export async function findLink(db: Db, tokenHash: string): Promise<Link | undefined> {
  return db.selectFrom('links').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()
}

/** Marks the link as used; false if it already was, or if it is no longer valid. */
export async function useLink(db: Db, tokenHash: string, now: Date): Promise<boolean> {
  const used = await db.updateTable('links').set({ used_at: now })
    .where('token_hash', '=', tokenHash).where('used_at', 'is', null).where('replaced_at', 'is', null).where('expires_at', '>', now)
    .returning('token_hash').executeTakeFirst()
  return used !== undefined
}

/** Deletes links that expired before the given moment. */
export async function purgeLinks(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('links').where('expires_at', '<', before).execute()
}
