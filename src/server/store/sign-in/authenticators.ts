/** Authenticator apps, passkeys and recovery codes: a user's second factors. */
import { sql, type Selectable } from 'kysely'
import type { Db } from '../connection/database.ts'
import type { AuthenticatorsTable } from '../sql/tables.ts'

export type Authenticator = Selectable<AuthenticatorsTable>

/** The user's confirmed authenticators, oldest first. */
export async function listAuthenticators(db: Db, userId: string): Promise<Authenticator[]> {
  return db.selectFrom('authenticators').selectAll().where('user_id', '=', userId).where('confirmed_at', 'is not', null).orderBy('created_at').orderBy('id').execute()
}

/** Whether the user has a confirmed authenticator. */
export async function hasAuthenticator(db: Db, userId: string): Promise<boolean> {
  return (await db.selectFrom('authenticators').select('id').where('user_id', '=', userId).where('confirmed_at', 'is not', null).limit(1).executeTakeFirst()) !== undefined
}

/** Adds an unconfirmed app, replacing one that was never confirmed. Returns its id. */
export async function addApp(db: Db, { userId, name, secret, now }: { userId: string; name: string; secret: string; now: Date }): Promise<string> {
  await db.deleteFrom('authenticators').where('user_id', '=', userId).where('confirmed_at', 'is', null).execute()
  const { id } = await db.insertInto('authenticators').values({ user_id: userId, kind: 'app', name, secret, transports: '[]', created_at: now }).returning('id').executeTakeFirstOrThrow()
  return id
}

/** The user's unconfirmed app; undefined if there is none, or if its setup began too long ago. */
export async function findNewApp(db: Db, userId: string, id: string, begunAfter: Date): Promise<Authenticator | undefined> {
  return db.selectFrom('authenticators').selectAll().where('user_id', '=', userId).where(sql`id::text`, '=', id).where('confirmed_at', 'is', null).where('created_at', '>', begunAfter).executeTakeFirst()
}

/** Confirms the app. Returns false if another request was faster. */
export async function confirmApp(db: Db, id: string, step: number, now: Date): Promise<boolean> {
  return (await db.updateTable('authenticators').set({ confirmed_at: now, used_at: now, last_step: step }).where('id', '=', id).where('confirmed_at', 'is', null).returning('id').executeTakeFirst()) !== undefined
}

/**
 * Consumes the code of a time step; that code and all earlier ones are no longer valid. Returns false if it was already consumed (RFC 6238,
 * 5.2).
 */
export async function takeStep(db: Db, id: string, step: number, now: Date): Promise<boolean> {
  return (await db.updateTable('authenticators').set({ last_step: step, used_at: now }).where('id', '=', id).where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)])).returning('id').executeTakeFirst()) !== undefined
}

export interface NewPasskey { userId: string; name: string; credentialId: string; publicKey: string; signCount: number; transports: string[]; now: Date }

/** Adds a passkey, which is confirmed at once. Returns false if its credential is already registered, for this or another user. */
export async function addPasskey(db: Db, { userId, name, credentialId, publicKey, signCount, transports, now }: NewPasskey): Promise<boolean> {
  return (await db.insertInto('authenticators').values({
    user_id: userId, kind: 'passkey', name, credential_id: credentialId, public_key: publicKey, sign_count: signCount, transports: JSON.stringify(transports), created_at: now, confirmed_at: now
  }).onConflict((oc) => oc.column('credential_id').doNothing()).returning('id').executeTakeFirst()) !== undefined
}

/**
 * Records the use of a passkey with its own signature counter. Returns false if the counter has not increased, as with a cloned passkey; a
 * passkey without a counter stays at 0.
 */
export async function notePasskey(db: Db, id: string, signCount: number, now: Date): Promise<boolean> {
  return (await db.updateTable('authenticators').set({ sign_count: signCount, used_at: now })
    .where('id', '=', id).where((eb) => eb.or([eb('sign_count', '<', signCount), eb.and([eb('sign_count', '=', 0), eb.val(signCount === 0)])])).returning('id').executeTakeFirst()) !== undefined
}

/** Removes an authenticator of the user; undefined if they have no such authenticator. */
export async function removeAuthenticator(db: Db, userId: string, id: string): Promise<Authenticator | undefined> {
  return db.deleteFrom('authenticators').where('user_id', '=', userId).where(sql`id::text`, '=', id).returningAll().executeTakeFirst()
}

/** Removes all of the user's authenticators and recovery codes; returns how many authenticators were confirmed. */
export async function removeAuthenticators(db: Db, userId: string): Promise<number> {
  const gone = await db.deleteFrom('authenticators').where('user_id', '=', userId).returning('confirmed_at').execute()
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  return gone.filter(({ confirmed_at: confirmedAt }) => confirmedAt !== null).length
}

/** Replaces the user's recovery codes. */
export async function replaceRecoveryCodes(db: Db, userId: string, hashes: string[], now: Date): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await db.insertInto('recovery_codes').values(hashes.map((hash) => ({ user_id: userId, code_hash: hash, created_at: now, used_at: null }))).execute()
}

/** Consumes a recovery code; false if it is not one of the user's unused codes. */
export async function spendRecoveryCode(db: Db, userId: string, hash: string, now: Date): Promise<boolean> {
  return (await db.updateTable('recovery_codes').set({ used_at: now }).where('user_id', '=', userId).where('code_hash', '=', hash).where('used_at', 'is', null).returning('code_hash').executeTakeFirst()) !== undefined
}

/** The number of the user's unused recovery codes. */
export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { count } = await db.selectFrom('recovery_codes').select((eb) => eb.fn.countAll<number>().as('count')).where('user_id', '=', userId).where('used_at', 'is', null).executeTakeFirstOrThrow()
  return Number(count)
}
