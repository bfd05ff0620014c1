/** Sign-ins at identity providers. Neither the state, the browser's token nor the code is stored, only what can check them. */
import type { Selectable } from 'kysely'
import type { Db } from './database.ts'
import type { ProviderSignInsTable } from './tables.ts'

export type ProviderSignIn = Selectable<ProviderSignInsTable>

/** Keeps that somebody was sent to the provider. */
export async function createProviderSignIn(db: Db, begun: { stateHash: string; browserHash: string; provider: string; company: string; now: Date; expiresAt: Date; /** Token hash of a session whose person shows who they are. */ confirms: string | null }): Promise<void> {
  const { stateHash, browserHash, provider, company, now, expiresAt, confirms } = begun
  await db.insertInto('provider_sign_ins').values({ state_hash: stateHash, browser_hash: browserHash, provider, company, created_at: now, expires_at: expiresAt, confirms }).execute()
}

/** The sign-in, whatever became of it. */
export async function findProviderSignIn(db: Db, stateHash: string): Promise<ProviderSignIn | undefined> {
  return db.selectFrom('provider_sign_ins').selectAll().where('state_hash', '=', stateHash).executeTakeFirst()
}

/** Takes the one return that a sign-in has, for the browser in which it was begun; undefined when there is none to take. */
export async function takeReturn(db: Db, { stateHash, browserHash, provider }: { stateHash: string; browserHash: string; provider: string }, now: Date): Promise<ProviderSignIn | undefined> {
  return db.updateTable('provider_sign_ins').set({ returned_at: now })
    .where('state_hash', '=', stateHash).where('browser_hash', '=', browserHash).where('provider', '=', provider).where('returned_at', 'is', null).where('expires_at', '>', now)
    .returningAll().executeTakeFirst()
}

/** Keeps who came back with what the provider said, and the code that their browser turns into a session. */
export async function keepWhoReturned(db: Db, stateHash: string, { userId, codeHash, endsAt, idToken, seenAt }: { userId: string; codeHash: string; endsAt: Date; idToken: string; seenAt: Date | null }): Promise<void> {
  await db.updateTable('provider_sign_ins').set({ user_id: userId, code_hash: codeHash, code_ends_at: endsAt, id_token: idToken, seen_at: seenAt }).where('state_hash', '=', stateHash).execute()
}

/** Uses the code, in the browser that it is for; undefined when it was used, has ended or is none. */
export async function takeCode(db: Db, { codeHash, browserHash }: { codeHash: string; browserHash: string }, now: Date): Promise<ProviderSignIn | undefined> {
  return db.updateTable('provider_sign_ins').set({ code_used_at: now })
    .where('code_hash', '=', codeHash).where('browser_hash', '=', browserHash).where('code_used_at', 'is', null).where('code_ends_at', '>', now)
    .returningAll().executeTakeFirst()
}

/** The sign-in at a provider that the session began with; undefined for any other. */
export async function signInOfSession(db: Db, tokenHash: string): Promise<ProviderSignIn | undefined> {
  return db.selectFrom('provider_sign_ins').selectAll('provider_sign_ins').innerJoin('sessions', 'sessions.provider_sign_in', 'provider_sign_ins.state_hash').where('sessions.token_hash', '=', tokenHash).executeTakeFirst()
}

/** Forgets sign-ins that ended before the moment. */
export async function purgeProviderSignIns(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('provider_sign_ins').where('expires_at', '<', before).execute()
}
