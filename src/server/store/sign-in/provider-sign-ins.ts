/** Sign-ins at identity providers. State, browser token and code are not stored, only their hashes. */
import type { Selectable } from 'kysely'
import type { Db } from '../connection/database.ts'
import type { ProviderSignInsTable } from '../sql/tables.ts'

export type ProviderSignIn = Selectable<ProviderSignInsTable>

/** Stores that a browser was sent to the provider. */
export async function createProviderSignIn(db: Db, begun: { stateHash: string; browserHash: string; provider: string; company: string; now: Date; expiresAt: Date; /** Token hash of the session whose user confirms their identity. */ confirms: string | null }): Promise<void> {
  const { stateHash, browserHash, provider, company, now, expiresAt, confirms } = begun
  await db.insertInto('provider_sign_ins').values({ state_hash: stateHash, browser_hash: browserHash, provider, company, created_at: now, expires_at: expiresAt, confirms }).execute()
}

/** The sign-in in whatever state, also if it is used or expired. */
export async function findProviderSignIn(db: Db, stateHash: string): Promise<ProviderSignIn | undefined> {
  return db.selectFrom('provider_sign_ins').selectAll().where('state_hash', '=', stateHash).executeTakeFirst()
}

/** Consumes the single return of a sign-in, only for the browser that started it; undefined if there is none left. */
export async function takeReturn(db: Db, { stateHash, browserHash, provider }: { stateHash: string; browserHash: string; provider: string }, now: Date): Promise<ProviderSignIn | undefined> {
  return db.updateTable('provider_sign_ins').set({ returned_at: now })
    .where('state_hash', '=', stateHash).where('browser_hash', '=', browserHash).where('provider', '=', provider).where('returned_at', 'is', null).where('expires_at', '>', now)
    .returningAll().executeTakeFirst()
}

/** Stores who came back and what the provider returned, with the code that the browser exchanges for a session. */
export async function saveReturnedUser(db: Db, stateHash: string, { userId, codeHash, endsAt, idToken, seenAt }: { userId: string; codeHash: string; endsAt: Date; idToken: string; seenAt: Date | null }): Promise<void> {
  await db.updateTable('provider_sign_ins').set({ user_id: userId, code_hash: codeHash, code_ends_at: endsAt, id_token: idToken, seen_at: seenAt }).where('state_hash', '=', stateHash).execute()
}

/** Consumes the code, only in the browser it was issued to; undefined if it is used, expired or unknown. */
export async function takeCode(db: Db, { codeHash, browserHash }: { codeHash: string; browserHash: string }, now: Date): Promise<ProviderSignIn | undefined> {
  return db.updateTable('provider_sign_ins').set({ code_used_at: now })
    .where('code_hash', '=', codeHash).where('browser_hash', '=', browserHash).where('code_used_at', 'is', null).where('code_ends_at', '>', now)
    .returningAll().executeTakeFirst()
}

/** The provider sign-in that the session began with; undefined for any other session. */
export async function signInOfSession(db: Db, tokenHash: string): Promise<ProviderSignIn | undefined> {
  return db.selectFrom('provider_sign_ins').selectAll('provider_sign_ins').innerJoin('sessions', 'sessions.provider_sign_in', 'provider_sign_ins.state_hash').where('sessions.token_hash', '=', tokenHash).executeTakeFirst()
}

/** Deletes sign-ins that expired before the given moment. */
export async function purgeProviderSignIns(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('provider_sign_ins').where('expires_at', '<', before).execute()
}
