/** Addresses from which calendar programs read a list, each for one person and type; of the address only a hash is stored. */
import type { Selectable } from 'kysely'
import type { Db } from '../connection/database.ts'
import type { CalendarFeedsTable } from '../sql/tables.ts'

export type StoredFeed = Selectable<CalendarFeedsTable>
interface Whose { userId: string; company: string }

/** Stores a feed; returns its id. */
export async function addFeed(db: Db, feed: Omit<StoredFeed, 'id' | 'read_at'>): Promise<string> {
  const { id } = await db.insertInto('calendar_feeds').values(feed).returning('id').executeTakeFirstOrThrow()
  return id
}

/** The feeds of a person in a company, the latest first. */
export function feedsOf(db: Db, { userId, company }: Whose): Promise<StoredFeed[]> {
  return db.selectFrom('calendar_feeds').selectAll().where('user_id', '=', userId).where('company', '=', company).orderBy('created_at', 'desc').orderBy('id').execute()
}

/** Removes a feed of the person; returns whether there was one. */
export async function removeFeed(db: Db, { userId, company }: Whose, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('calendar_feeds').where('id', '=', id).where('user_id', '=', userId).where('company', '=', company).executeTakeFirst()
  return numDeletedRows > 0n
}

/** The feed whose address has this hash. */
export function findFeed(db: Db, tokenHash: string): Promise<StoredFeed | undefined> {
  return db.selectFrom('calendar_feeds').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()
}

/** Notes when a program last read the feed; at most once an hour, because nothing depends on it. */
export async function noteFeedRead(db: Db, id: string, at: Date): Promise<void> {
  const before = new Date(at.getTime() - 60 * 60_000)
  await db.updateTable('calendar_feeds').set({ read_at: at }).where('id', '=', id).where((eb) => eb.or([eb('read_at', 'is', null), eb('read_at', '<', before)])).execute()
}
