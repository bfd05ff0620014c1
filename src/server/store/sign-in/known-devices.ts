/** Browsers in which a user has signed in. Only the hash of the token is stored, never the token itself, and the token grants no access. */
import type { Db } from '../connection/database.ts'

/** The most devices remembered per user; the most recently used ones. */
const MAX_PER_PERSON = 20

/** Whether the user has signed in with the device since the given moment. */
export async function isDeviceOf(db: Db, tokenHash: string, userId: string, since: Date): Promise<boolean> {
  const row = await db.selectFrom('known_devices').select('user_id').where('token_hash', '=', tokenHash).where('user_id', '=', userId).where('seen_at', '>', since).executeTakeFirst()
  return row !== undefined
}

/** The users' known devices, by user id. */
export async function devicesOf(db: Db, userIds: string[]): Promise<Map<string, string[]>> {
  const known = new Map<string, string[]>()
  if (userIds.length === 0) return known
  for (const { user_id: user, token_hash: hash } of await db.selectFrom('known_devices').select(['user_id', 'token_hash']).where('user_id', 'in', userIds).execute()) known.set(user, [...(known.get(user) ?? []), hash])
  return known
}

/** Records that the user has just signed in with the device; the least recently used devices beyond the limit are forgotten. */
export async function rememberDevice(db: Db, tokenHash: string, userId: string, now: Date): Promise<void> {
  await db.insertInto('known_devices').values({ token_hash: tokenHash, user_id: userId, seen_at: now }).onConflict((conflict) => conflict.columns(['token_hash', 'user_id']).doUpdateSet({ seen_at: now })).execute()
  await db.deleteFrom('known_devices').where('user_id', '=', userId)
    .where('token_hash', 'in', db.selectFrom('known_devices').select('token_hash').where('user_id', '=', userId).orderBy('seen_at', 'desc').offset(MAX_PER_PERSON)).execute()
}

/** Deletes devices not used since the given moment. */
export async function purgeDevices(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('known_devices').where('seen_at', '<', before).execute()
}
